import type { Report } from '@tma/web/api/tables';
import { PlaceAndDate, ReportCard, Scheduled } from '@tma/web/reports/report-card';
import { memo } from 'react';
import { AnswerDue, WaitingForYou } from './card-lines.tsx';
import { type ListTab, showsSchedule } from './views.ts';

interface ListedCardProps {
  report: Report;
  tab: ListTab;
  onOpen: (report: Report) => void;
}

/** A report in one of the resident's lists. It renders again only when the report has changed: there may be thousands. */
export const ListedCard = memo(function ListedCard({ report, tab, onOpen }: ListedCardProps) {
  return (
    <ReportCard report={report} onOpen={() => onOpen(report)}>
      {tab === 'mycomplaints' && report.closure === 'claimed' && <WaitingForYou />}
      <AnswerDue report={report} />
      {showsSchedule[tab].card && report.schedule && <Scheduled day={report.schedule} />}
      <PlaceAndDate report={report} />
    </ReportCard>
  );
});
