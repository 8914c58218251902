import { longDate } from '@tma/web/language/dates';
import { reporterName } from '@tma/web/language/terms';
import { PlaceAndDate, ReportCard, Scheduled } from '@tma/web/reports/report-card';
import { Written } from '@tma/web/ui/direction';
import { Fact } from '@tma/web/ui/facts';
import { memo } from 'react';
import { useT } from '../texts.ts';
import css from './admin-card.module.css';
import { Contact } from './contact.tsx';
import { DueWords } from './desk/due-words.tsx';
import type { AdminReport } from './segments.ts';

interface AdminCardProps {
  token: string;
  report: AdminReport;
  zone: string;
  onOpen: (report: AdminReport) => void;
}

/** A report in the list: a card, or on a wide page a row. It renders again only when the report has changed: there may be thousands. */
export const AdminCard = memo(function AdminCard({ token, report, zone, onOpen }: AdminCardProps) {
  const t = useT();
  return (
    <ReportCard report={report} onOpen={() => onOpen(report)} className={css.row}>
      <DueWords report={report} zone={zone} listed />
      {report.schedule && <Scheduled date={longDate(report.schedule, zone)} />}
      <PlaceAndDate report={report} zone={zone}>
        <Fact name={t('report.reporter')}>
          <Written>{reporterName(report.name)}</Written>
        </Fact>
        <Fact name={t('report.contact')}>
          <Contact token={token} userId={report.userId} />
        </Fact>
      </PlaceAndDate>
    </ReportCard>
  );
});
