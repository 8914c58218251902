import { reporterName } from '@tma/web/language/terms';
import { History } from '@tma/web/reports/history';
import { ReportDetails } from '@tma/web/reports/report-details';
import { Button } from '@tma/web/ui/button';
import { Fact } from '@tma/web/ui/facts';
import { useT } from '../texts.ts';
import { AddProof } from './closing/add-proof.tsx';
import { Contact } from './contact.tsx';
import { DocumentLink } from './document-link.tsx';
import type { AdminReport } from './segments.ts';

interface DetailsProps {
  token: string;
  report: AdminReport;
  zone: string;
  onClose: () => void;
  onEdit: () => void;
}

/** Everything about a report, with its reporter, contact number, document and history. */
export function Details({ token, report, zone, onClose, onEdit }: DetailsProps) {
  const t = useT();
  return (
    <ReportDetails
      report={report}
      zone={zone}
      schedule
      onClose={onClose}
      facts={
        <>
          <Fact name={t('report.reporter')}>{reporterName(report.name)}</Fact>
          <Fact name={t('report.contact')}>
            <Contact token={token} userId={report.userId} />
          </Fact>
        </>
      }
      actions={<Button onClick={onEdit}>{t('report.edit')}</Button>}
    >
      {report.document ? <DocumentLink token={token} report={report} /> : <p>{t('report.noDocuments')}</p>}
      <AddProof token={token} report={report} />
      <History report={report} zone={zone} readToken={() => token} />
    </ReportDetails>
  );
}
