import { isProblem } from '@tma/contracts/reports/issues';
import { History } from '@tma/web/reports/history';
import { ReportDetails } from '@tma/web/reports/report-details';
import { Button } from '@tma/web/ui/button';
import { CrewActions } from '../crew/crew-actions.tsx';
import { useRole } from '../for-roles.tsx';
import { useT } from '../texts.ts';
import { AddProof } from './closing/add-proof.tsx';
import { AddNote } from './desk/add-note.tsx';
import { AssigneeSelect } from './desk/assignee-select.tsx';
import { DueWords } from './desk/due-words.tsx';
import { DocumentLink } from './document-link.tsx';
import { Duplicate } from './duplicate.tsx';
import { Hiding } from './hiding.tsx';
import { Moving } from './moving.tsx';
import { Reporter } from './reporter.tsx';
import type { ChangeProps } from './use-report-change.ts';
import { refreshInterval } from './use-report-list.ts';
import type { Admin } from './use-tehsil.ts';

interface DetailsProps extends ChangeProps {
  zone: string;
  admins: readonly Admin[] | undefined;
  onClose: () => void;
  onEdit: () => void;
}

/** Everything about a report, with its reporter, contact number, document and history; whom it is assigned to, and a field for a note. */
export function Details({ token, report, zone, admins, onChange, onLost, onClose, onEdit }: DetailsProps) {
  const t = useT();
  const role = useRole();
  const isCrew = role === 'crew';
  return (
    <ReportDetails
      report={report}
      zone={zone}
      schedule
      onClose={onClose}
      token={token}
      readToken={() => token}
      toRead
      lines={<DueWords report={report} zone={zone} />}
      facts={<Reporter token={token} report={report} />}
      place={
        isCrew || !isProblem(report.issue) ? undefined : (
          <Moving token={token} report={report} onChange={onChange} onLost={onLost} />
        )
      }
      actions={isCrew || report.duplicateOf ? undefined : <Button onClick={onEdit}>{t('report.edit')}</Button>}
    >
      {isCrew ? (
        <CrewActions token={token} report={report} onChange={onChange} onLost={onLost} />
      ) : (
        <>
          <AssigneeSelect token={token} report={report} admins={admins} onChange={onChange} onLost={onLost} />
          {report.document ? <DocumentLink token={token} report={report} /> : <p>{t('report.noDocuments')}</p>}
          <AddProof token={token} report={report} />
        </>
      )}
      <History report={report} zone={zone} readToken={() => token} refetchInterval={refreshInterval} />
      {!isCrew && <AddNote token={token} report={report} onLost={onLost} />}
      {!isCrew && <Duplicate token={token} report={report} onChange={onChange} />}
      {role === 'head' && <Hiding token={token} report={report} onChange={onChange} />}
    </ReportDetails>
  );
}
