import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { limits } from '@tma/contracts/limits';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useWords, type Words } from '@tma/web/language/words';
import { useRef, useState } from 'react';
import { t } from '../../texts.ts';
import { mayHaveArrived, refusalText } from '../closing/proof-failure.ts';
import type { AdminReport, Entry } from '../segments.ts';
import { useSingle } from '../use-single.ts';
import { type Draft, draftOf, keepDraft, noDraft } from './drafts.ts';
import { noteText, sendNote, unsureAfter } from './send-note.ts';

/** The draft of a note, also for who has left the dialog (`latest`). */
function useDraft(id: string) {
  const [draft, setDraft] = useState(() => draftOf(id));
  const latest = useRef(draft);
  const update = (next: Draft) => {
    latest.current = next;
    keepDraft(id, next);
    setDraft(next);
  };
  return { draft, latest, update };
}

/** Keeps a note to be sent later; `after` is the last entry of the history that was known, null where none was. @returns false where there is no room */
export type KeepNote = (note: { text: string; after: number | null }) => Promise<boolean>;

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
export function useNote(token: string, { id }: Pick<AdminReport, 'id'>, onLost: () => void, keep?: KeepNote) {
  const client = useQueryClient();
  const { draft, latest, update } = useDraft(id);
  const [error, setError] = useWords();
  const [added, setAdded] = useState<false | 'sent' | 'kept'>(false);
  const isMounted = useIsMounted();

  const add = useSingle(async () => {
    const sent = latest.current;
    const text = noteText(sent.text);
    const wrong = problemOf(text);
    setAdded(false);
    setError(wrong);
    if (wrong) return;
    update({ ...sent, problem: null });
    try {
      const entry = await sendNote(token, id, sent);
      client.setQueriesData<Entry[]>({ queryKey: ['history', id] }, (known) =>
        known && !known.some(({ seq }) => seq === entry.seq) ? [...known, entry] : known,
      );
      update(noDraft);
      setAdded('sent');
    } catch (failed) {
      if (mayHaveArrived(failed) && (await keep?.({ text, after: lastSeqOf(client, id) || null }))) {
        update(noDraft);
        return setAdded('kept');
      }
      console.warn('The note could not be added:', failed);
      update({
        ...latest.current,
        problem: () => refusalText(failed) ?? t('note.failed'),
        unsure: unsureAfter(failed, sent, lastSeqOf(client, id)),
      });
      if (!isMounted.current) onLost();
    } finally {
      // Also after a failure: it may have arrived all the same.
      void client.invalidateQueries({ queryKey: ['history', id] });
    }
  });

  const change = (part: Pick<Draft, 'text'> | Pick<Draft, 'isPublic'>) => {
    setError(undefined);
    setAdded(false);
    update({ ...latest.current, ...part, problem: null });
  };
  return { draft, error, added, change, add };
}

/** What is wrong with a note, so that it is not sent. */
function problemOf(text: string): Words | undefined {
  if (text === '') return () => t('note.missing');
  return text.length > limits.note ? () => t('note.tooLong', { max: limits.note }) : undefined;
}
