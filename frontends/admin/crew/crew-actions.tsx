import { useQueryClient } from '@tanstack/react-query';
import { startedStatus } from '@tma/contracts/reports/statuses';
import { call } from '@tma/web/api/call';
import { useWords } from '@tma/web/language/words';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { type ReactNode, useState } from 'react';
import { AddProof } from '../dashboard/closing/add-proof.tsx';
import { mayHaveArrived, refusalText } from '../dashboard/closing/proof-failure.ts';
import { AddNote } from '../dashboard/desk/add-note.tsx';
import type { AdminReport } from '../dashboard/segments.ts';
import { refetchLists, replaceReport } from '../dashboard/use-report-list.ts';
import { useSingle } from '../dashboard/use-single.ts';
import { useT } from '../texts.ts';
import css from './crew.module.css';
import { type Done, keepAct } from './waiting/kept.ts';
import { ownerOf } from './waiting/use-waiting.ts';

interface CrewActionsProps {
  token: string;
  report: AdminReport;
  onChange: (report: AdminReport) => void;
  onLost: () => void;
}

/** What crew do with a report of theirs: begin the work, add a picture of it, add a note. */
export function CrewActions({ token, report, onChange, onLost }: CrewActionsProps) {
  const t = useT();
  const { id, reference, issue } = report;
  const keep = (done: Done) =>
    keepAct({ by: ownerOf(token), report: { id, reference, issue }, ...done }).then(
      () => true,
      (failed: unknown) => {
        console.warn('This device has no room to keep it:', failed);
        return false;
      },
    );
  const { start, outcome } = useStart({ token, report, onChange, keep });
  const mayStart = report.phase === 'open' && report.status !== startedStatus;
  return (
    <section className={css.actions} aria-label={t('crew.title')}>
      {mayStart && (
        <Button ref={start.ref} busy={start.busy} onClick={start.run}>
          {t('crew.start')}
        </Button>
      )}
      <Part name={t('crew.picture')}>
        <AddProof token={token} report={report} anytime keep={(picture) => keep({ kind: 'picture', ...picture })} />
      </Part>
      <Part name={t('crew.note')}>
        <AddNote token={token} report={report} onLost={onLost} keep={(note) => keep({ kind: 'note', ...note })} />
      </Part>
      {outcome !== undefined && <Banner tone="quiet">{outcome}</Banner>}
    </section>
  );
}

/** Opens and closes by its button. Closed it is only hidden: what was chosen in it stays. */
function Part({ name, children }: { name: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {name}
      </Button>
      <div hidden={!open}>{children}</div>
    </>
  );
}

interface StartOptions extends Pick<CrewActionsProps, 'token' | 'report' | 'onChange'> {
  keep: (done: Done) => Promise<boolean>;
}

/** Says that the work has begun, or keeps that to be said later. */
function useStart({ token, report, onChange, keep }: StartOptions) {
  const t = useT();
  const client = useQueryClient();
  const [outcome, setOutcome] = useWords();
  const start = useSingle(async () => {
    setOutcome(undefined);
    try {
      const body = { status: startedStatus };
      const started = await call('PUT /reports/{id}', { params: { id: report.id }, body, token });
      replaceReport(client, started);
      onChange(started);
      setOutcome(() => t('crew.started'));
    } catch (failed) {
      if (mayHaveArrived(failed) && (await keep({ kind: 'start' }))) return setOutcome(() => t('crew.kept'));
      console.warn('The work could not be started:', failed);
      setOutcome(() => refusalText(failed) ?? t('crew.failed'));
    } finally {
      // Also after a failure: it may have arrived all the same.
      refetchLists(client, report.id);
    }
  });
  return { start, outcome };
}
