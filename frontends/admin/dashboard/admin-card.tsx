import { longDate } from '@tma/web/dates';
import { Fact } from '@tma/web/ui/facts';
import { PlaceAndDate, ReportCard, Scheduled } from '@tma/web/ui/report-card';
import { memo } from 'react';
import { useT } from '../texts.ts';
import { Contact } from './contact.tsx';
import type { AdminReport } from './stretches.ts';

interface AdminCardProps {
  token: string;
  report: AdminReport;
  zone: string;
  onOpen: (report: AdminReport) => void;
}

/** A report in the list. Drawn again only when it has changed itself: there may be thousands. */
export const AdminCard = memo(function AdminCard({ token, report, zone, onOpen }: AdminCardProps) {
  const t = useT();
  return (
    <ReportCard report={report} onOpen={() => onOpen(report)}>
      <PlaceAndDate report={report} zone={zone}>
        <Fact name={t('report.reporter')}>{report.name}</Fact>
        <Fact name={t('report.contact')}>
          <Contact token={token} userId={report.userId} />
        </Fact>
      </PlaceAndDate>
      {report.schedule && <Scheduled date={longDate(report.schedule, zone)} />}
    </ReportCard>
  );
});
