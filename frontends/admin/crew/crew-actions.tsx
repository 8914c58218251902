import { startedStatus } from '@tma/contracts/reports/statuses';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { TemporaryButton } from '@tma/web/ui/temporary-button';
import { type ReactNode, useState } from 'react';
import { AddProof } from '../dashboard/closing/add-proof.tsx';
import { AddNote } from '../dashboard/desk/add-note.tsx';
import { mayHaveArrived, refusalText } from '../dashboard/refusal.ts';
import { mayStart, startReport } from '../dashboard/save-report.ts';
import { type ChangeProps, useReportChange } from '../dashboard/use-report-change.ts';
import { t as translate, useT } from '../texts.ts';
import { ownerOf } from '../tokens.ts';
import css from './crew.module.css';
import { type Done, storeAct } from './waiting/acts.ts';

/** What crew do with a report of theirs: begin the work, add a picture of it, add a note. */
export function CrewActions(change: ChangeProps) {
  const t = useT();
  const { token, report } = change;
  const { id, reference, issue } = report;
  const keep = (done: Done) =>
    storeAct({ by: ownerOf(token), report: { id, reference, issue }, ...done }).then(
      () => true,
      (failed: unknown) => {
        console.warn('This device has no room to keep it:', failed);
        return false;
      },
    );
  const { begin, ...start } = useStart({ ...change, keep });
  const said = start.outcome ?? start.problem;
  return (
    <section className={css.actions} aria-label={t('crew.title')}>
      {mayStart(report) && (
        <TemporaryButton ref={start.ref} busy={start.busy} onClick={begin}>
          {t('crew.start')}
        </TemporaryButton>
      )}
      <Part name={t('crew.picture')}>
        <AddProof {...change} anytime keep={(picture) => keep({ kind: 'picture', ...picture })} />
      </Part>
      <Part name={t('crew.note')}>
        <AddNote {...change} keep={(note) => keep({ kind: 'note', ...note })} />
      </Part>
      {said !== undefined && <Banner tone="quiet">{said}</Banner>}
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

interface StartOptions extends ChangeProps {
  keep: (done: Done) => Promise<boolean>;
}

/** Sets the report to In Progress, or keeps that to be sent later. */
function useStart({ token, report, onChange, onLost, keep }: StartOptions) {
  const change = useReportChange(
    { report, onChange, onLost },
    (error) => refusalText(error) ?? translate('crew.failed'),
  );
  const begin = () =>
    change.run(async () => {
      const { current, error } = await startReport(token, report);
      if (!error || current.status === startedStatus)
        return { report: current, words: () => translate('crew.started') };
      if (error.status === 412) return { report: current, words: () => translate('desk.changed') };
      if (mayHaveArrived(error) && (await keep({ kind: 'start' }))) return { words: () => translate('crew.kept') };
      throw error;
    });
  return { ...change, begin };
}
