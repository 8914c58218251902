import { longDate } from '@tma/web/language/dates';
import { useT } from '@tma/web/language/own-texts';
import { term } from '@tma/web/language/terms';
import { Dialog } from '@tma/web/ui/dialog';
import { Fact } from '@tma/web/ui/facts';
import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { Picture } from './picture.tsx';
import { PlaceAndDate } from './report-card.tsx';
import css from './report-details.module.css';

interface ReportDetailsProps {
  report: {
    reference: string;
    issue: string;
    status: string;
    image: string | null;
    location: string;
    tehsil: string;
    created_at: string;
    schedule: string | null;
    description: string;
  };
  zone: string;
  /** Whether to show when it is scheduled. */
  schedule: boolean;
  onClose: () => void;
  /** More facts. */
  facts?: ReactNode;
  /** What follows the description. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** Everything about a report, in a dialog named by its issue. */
export function ReportDetails(props: ReportDetailsProps) {
  const { report, zone, schedule, onClose, facts, children, actions } = props;
  const t = useT();
  return (
    <Dialog title={term('issue', report.issue)} onClose={onClose} actions={actions}>
      <Picture report={report} />
      <div>
        <Badge status={report.status} />
      </div>
      <PlaceAndDate report={report} zone={zone}>
        {schedule && report.schedule && <Fact name={t('report.scheduled')}>{longDate(report.schedule, zone)}</Fact>}
        <Fact name={t('report.reference')}>{report.reference}</Fact>
        {facts}
      </PlaceAndDate>
      <section className={css.words}>
        <h3>{t('report.description')}</h3>
        <p className={css.description}>{report.description}</p>
      </section>
      {children}
    </Dialog>
  );
}
