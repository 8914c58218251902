import { reporterName } from '@tma/web/language/terms';
import { History } from '@tma/web/reports/history';
import { ReportDetails } from '@tma/web/reports/report-details';
import { Button } from '@tma/web/ui/button';
import { Written } from '@tma/web/ui/direction';
import { Fact } from '@tma/web/ui/facts';
import { useT } from '../texts.ts';
import { AddProof } from './closing/add-proof.tsx';
import { Contact } from './contact.tsx';
import { AddNote } from './desk/add-note.tsx';
import { AssigneeSelect } from './desk/assignee-select.tsx';
import { DueWords } from './desk/due-words.tsx';
import { DocumentLink } from './document-link.tsx';
import type { AdminReport } from './segments.ts';
import { refreshInterval } from './use-report-list.ts';
import type { Admin } from './use-tehsil.ts';

interface DetailsProps {
  token: string;
  report: AdminReport;
  zone: string;
  admins: readonly Admin[] | undefined;
  /** It was changed, and may have left the list. */
  onChange: (report: AdminReport) => void;
  /** A change could not be saved after this was closed. */
  onLost: (report: AdminReport) => void;
  onClose: () => void;
  onEdit: () => void;
}

/** Everything about a report, with its reporter, contact number, document and history; whom it is assigned to, and a field for a note. */
export function Details({ token, report, zone, admins, onChange, onLost, onClose, onEdit }: DetailsProps) {
  const t = useT();
  return (
    <ReportDetails
      report={report}
      zone={zone}
      schedule
      onClose={onClose}
      token={token}
      toRead
      lines={<DueWords report={report} zone={zone} />}
      facts={
        <>
          <Fact name={t('report.reporter')}>
            <Written>{reporterName(report.name)}</Written>
          </Fact>
          <Fact name={t('report.contact')}>
            <Contact token={token} userId={report.userId} />
          </Fact>
        </>
      }
      actions={<Button onClick={onEdit}>{t('report.edit')}</Button>}
    >
      <AssigneeSelect token={token} report={report} admins={admins} onChange={onChange} onLost={onLost} />
      {report.document ? <DocumentLink token={token} report={report} /> : <p>{t('report.noDocuments')}</p>}
      <AddProof token={token} report={report} />
      <History report={report} zone={zone} readToken={() => token} refetchInterval={refreshInterval} />
      <AddNote token={token} report={report} onLost={() => onLost(report)} />
    </ReportDetails>
  );
}
