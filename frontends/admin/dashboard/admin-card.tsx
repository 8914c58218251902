import { PlaceAndDate, ReportCard, Scheduled } from '@tma/web/reports/report-card';
import { memo } from 'react';
import css from './admin-card.module.css';
import { DueWords } from './desk/due-words.tsx';
import { Reporter } from './reporter.tsx';
import type { AdminReport } from './segments.ts';

interface AdminCardProps {
  token: string;
  report: AdminReport;
  onOpen: (report: AdminReport) => void;
  /** A row on a wide page. */
  row: boolean;
}

/** A report in the list: a card, or on a wide page a row. It renders again only when the report has changed: there may be thousands. */
export const AdminCard = memo(function AdminCard({ token, report, onOpen, row }: AdminCardProps) {
  return (
    <ReportCard report={report} onOpen={() => onOpen(report)} className={row ? css.row : undefined}>
      <DueWords report={report} listed />
      {report.schedule && <Scheduled day={report.schedule} />}
      <PlaceAndDate report={report}>
        <Reporter token={token} report={report} />
      </PlaceAndDate>
    </ReportCard>
  );
});
