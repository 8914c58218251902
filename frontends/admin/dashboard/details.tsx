import { useMutation } from '@tanstack/react-query';
import { isProblem } from '@tma/contracts/reports/issues';
import { callForResponse, fillPath } from '@tma/web/api/call';
import { useConfig } from '@tma/web/api/portal-config';
import { refreshInterval } from '@tma/web/api/query';
import { saveFile } from '@tma/web/api/save-file';
import { History } from '@tma/web/reports/history';
import { ReportDetails } from '@tma/web/reports/report-details';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { CrewActions } from '../crew/crew-actions.tsx';
import { useRole } from '../for-roles.tsx';
import { useT } from '../texts.ts';
import { AddProof } from './closing/add-proof.tsx';
import { fetchFile } from './csv/download.ts';
import { AddNote } from './desk/add-note.tsx';
import { AssigneeSelect } from './desk/assignee-select.tsx';
import { DueWords } from './desk/due-words.tsx';
import { Duplicate } from './duplicate.tsx';
import { Hiding } from './hiding.tsx';
import { Moving } from './moving.tsx';
import { Reporter } from './reporter.tsx';
import type { ChangeProps } from './use-report-change.ts';

interface DetailsProps extends ChangeProps {
  onClose: () => void;
  onEdit: () => void;
}

/** Everything about a report, with its reporter, contact number, document and history; whom it is assigned to, and a field for a note. */
export function Details({ onClose, onEdit, ...change }: DetailsProps) {
  const t = useT();
  const { token, report } = change;
  const role = useRole();
  const isCrew = role === 'crew';
  return (
    <ReportDetails
      report={report}
      schedule
      onClose={onClose}
      token={token}
      readToken={() => token}
      toRead
      lines={<DueWords report={report} />}
      facts={<Reporter token={token} report={report} />}
      place={isCrew || !isProblem(report.issue) ? undefined : <Moving {...change} />}
      actions={isCrew || report.duplicateOf ? undefined : <Button onClick={onEdit}>{t('report.edit')}</Button>}
    >
      {isCrew ? (
        <CrewActions {...change} />
      ) : (
        <>
          <AssigneeSelect {...change} />
          {report.document ? <DocumentLink token={token} report={report} /> : <p>{t('report.noDocuments')}</p>}
          <AddProof {...change} />
        </>
      )}
      <History report={report} readToken={() => token} refetchInterval={refreshInterval} />
      {!isCrew && <AddNote {...change} />}
      {!isCrew && <Duplicate {...change} />}
      {role === 'head' && <Hiding {...change} />}
    </ReportDetails>
  );
}

/** A report's PDF. A plain link could not send the token, so its click loads the file and saves it. */
function DocumentLink({ token, report }: Pick<DetailsProps, 'token' | 'report'>) {
  const t = useT();
  const isUnchecked = useConfig()?.filesScanned === false;
  const params = { id: report.id };
  const fetching = useMutation({
    mutationFn: () =>
      fetchFile(
        (signal) => callForResponse('GET /download-pdf/{id}', { params, token, signal }),
        (response) => response.blob(),
      ),
    onSuccess: (file) => saveFile(file, `${report.reference}.pdf`),
    onError: (error) => console.warn('The document could not be fetched:', error.message),
  });
  return (
    <>
      <p>
        <a
          href={fillPath('/download-pdf/{id}', params)}
          onClick={(event) => {
            event.preventDefault();
            if (!fetching.isPending) fetching.mutate();
          }}
        >
          {t('report.viewDocument')}
        </a>
        {isUnchecked && <small> {t('report.documentUnchecked')}</small>}
      </p>
      {fetching.isPending && <Banner tone="quiet">{t('report.documentBusy')}</Banner>}
      {fetching.isError && <Banner tone="quiet">{t('report.documentFailed')}</Banner>}
    </>
  );
}
