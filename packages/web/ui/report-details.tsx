import { longDate } from '@tma/web/dates';
import { useT } from '@tma/web/own-texts';
import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { Dialog } from './dialog.tsx';
import { Fact } from './facts.tsx';
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
  /** Whether to say when it is scheduled. */
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
    <Dialog title={report.issue} onClose={onClose} actions={actions}>
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
