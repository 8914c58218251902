import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { limits } from '@tma/contracts/limits';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useSingle } from '@tma/web/hooks/use-single';
import { useWords, type Words } from '@tma/web/language/words';
import { Banner } from '@tma/web/ui/banner';
import { CheckField } from '@tma/web/ui/check-field';
import { TextAreaField } from '@tma/web/ui/field';
import { Actions, Submit } from '@tma/web/ui/form';
import { useState } from 'react';
import { t as translate, useT } from '../../texts.ts';
import part from '../part.module.css';
import { mayHaveArrived, refusalText } from '../refusal.ts';
import { hasReporter } from '../reporter.tsx';
import type { AdminReport, Entry } from '../segments.ts';
import type { ChangeProps } from '../use-report-change.ts';
import css from './desk.module.css';
import {
  type Draft,
  draftOf,
  draftToSend,
  keepDraft,
  noDraft,
  noteText,
  sendNote,
  unsureOf,
  useDraft,
} from './note.ts';

interface AddNoteProps extends Omit<ChangeProps, 'onChange'> {
  /**
   * Keeps a note that had no answer, to be sent later; `after` is the last entry of the history that was known, null where none was.
   * @returns false where there is no room
   */
  keep?: (note: { text: string; after: number | null }) => Promise<boolean>;
}

/** Not for crew, and not once the account was erased: there is nobody to read it. */
const mayBePublic = (report: AdminReport) => hasReporter(report) && report.name !== null;

export function AddNote(props: AddNoteProps) {
  const t = useT();
  const { report } = props;
  const { draft, error, added, change, add } = useNote(props);
  // Also in details that were closed and opened again meanwhile, until something else is written there.
  const busy = add.busy || draft.isSending;
  return (
    <form
      noValidate
      className={part.part}
      onSubmit={(event) => {
        event.preventDefault();
        add.run();
      }}
    >
      <TextAreaField
        label={t('note.label')}
        name="note"
        rows={3}
        announce
        required
        value={draft.text}
        readOnly={add.busy}
        error={error}
        onChange={(event) => change({ text: event.target.value })}
      />
      {mayBePublic(report) && (
        <CheckField
          label={t('note.public')}
          hint={draft.isPublic ? t('note.mailed') : t('note.private')}
          checked={draft.isPublic}
          disabled={busy}
          onChange={({ target }) => change({ isPublic: target.checked })}
        />
      )}
      {draft.problem !== null && <Banner tone="quiet">{draft.problem()}</Banner>}
      <Actions>
        <Submit look="quiet" ref={add.ref} busy={busy} label={t('note.add')} />
        <p role="status" className={css.outcome}>
          {added && t(added === 'kept' ? 'crew.kept' : 'note.added')}
        </p>
      </Actions>
    </form>
  );
}

/** The last entry of a report's history that was read; 0 where none was. */
const lastSeqOf = (client: QueryClient, id: string) =>
  client
    .getQueriesData<Entry[]>({ queryKey: ['history', id] })
    .flatMap(([, entries]) => entries ?? [])
    .reduce((last, { seq }) => Math.max(last, seq), 0);

/**
 * Writing and adding a note. Closing the dialog keeps what is written, and does not stop what is being sent; `onLost` is called
 * when that fails.
 */
function useNote({ token, report, onLost, keep }: AddNoteProps) {
  const { id } = report;
  const client = useQueryClient();
  const draft = useDraft(id);
  const [error, setError] = useWords();
  const [added, setAdded] = useState<false | 'sent' | 'kept'>(false);
  const isMounted = useIsMounted();

  const add = useSingle(async () => {
    const sent = draftToSend(id, mayBePublic(report));
    const text = noteText(sent.text);
    const wrong = problemOf(text);
    setAdded(false);
    setError(wrong);
    if (wrong) return;
    // Before it is sent: the history may show it before it is known that its answer is lost.
    const unsure = unsureOf(sent, lastSeqOf(client, id));
    const sending = { ...sent, problem: null, unsure, isSending: true };
    keepDraft(id, sending);
    // What was written meanwhile, in details that were opened again, is another note.
    const forget = () => draftOf(id) === sending && keepDraft(id, noDraft);
    try {
      const entry = await sendNote(token, id, sent);
      client.setQueriesData<Entry[]>({ queryKey: ['history', id] }, (known) =>
        known && !known.some(({ seq }) => seq === entry.seq) ? [...known, entry] : known,
      );
      forget();
      setAdded('sent');
    } catch (failed) {
      if (mayHaveArrived(failed) && (await keep?.({ text, after: unsure.after || null }))) {
        forget();
        return setAdded('kept');
      }
      console.warn('The note could not be added:', failed);
      const problem = () => refusalText(failed) ?? translate('note.failed');
      const now = draftOf(id);
      // Nothing is left of it once the session has ended; another may be on its way by now.
      if (now === sending || (now !== noDraft && !now.isSending))
        keepDraft(id, { ...now, problem, unsure: mayHaveArrived(failed) ? unsure : sent.unsure, isSending: false });
      if (!isMounted.current) onLost(report);
    } finally {
      // Also after a failure: it may have arrived all the same.
      void client.invalidateQueries({ queryKey: ['history', id] });
    }
  });

  const change = (part: Pick<Draft, 'text'> | Pick<Draft, 'isPublic'>) => {
    setError(undefined);
    setAdded(false);
    keepDraft(id, { ...draftOf(id), ...part, problem: null, isSending: false });
  };
  return { draft, error, added, change, add };
}

/** What is wrong with a note, so that it is not sent. */
function problemOf(text: string): Words | undefined {
  if (text === '') return () => translate('note.missing');
  return text.length > limits.note ? () => translate('note.tooLong', { max: limits.note }) : undefined;
}
