import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { limits } from '@tma/contracts/limits';
import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { refreshInterval } from '@tma/web/api/query';
import { term } from '@tma/web/language/terms';
import type { AdminSession } from '@tma/web/session/admin-token';
import web from '@tma/web/shared.module.css';
import { EmptyState } from '@tma/web/ui/empty-state';
import { TextField } from '@tma/web/ui/field';
import { Submit } from '@tma/web/ui/form';
import { Spinner } from '@tma/web/ui/spinner';
import { type SubmitEvent, useId, useState } from 'react';
import shared from '../page.module.css';
import { noteFailure } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { readCount } from './count.ts';
import css from './settings.module.css';

type Deadlines = Answer<'GET /api/deadlines'>;

const deadlinesOf = (tehsil: string) =>
  queryOptions({
    queryKey: ['deadlines', tehsil],
    queryFn: ({ signal }) => call('GET /api/deadlines', { query: { tehsil }, signal }),
  });

export const useDeadlines = (tehsil: string) => useQuery({ ...deadlinesOf(tehsil), refetchInterval: refreshInterval });

/** In how many working days an answer is due, a row a type. */
export function Deadlines({ session }: { session: AdminSession }) {
  const t = useT();
  const deadlines = useDeadlines(session.tehsil);
  if (deadlines.isPending) return <Spinner />;
  if (deadlines.isLoadingError)
    return <EmptyState title={t('settings.unread')} onRetry={() => void deadlines.refetch()} />;
  return (
    <table className={`${shared.table} ${web.unseenLabels} ${css.deadlines}`}>
      <thead>
        <tr>
          <th scope="col">{t('common.issueType')}</th>
          <th scope="col">{t('settings.workingDays')}</th>
        </tr>
      </thead>
      <tbody>
        {deadlines.data.map((deadline) => (
          <Row key={deadline.issue} session={session} deadline={deadline} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  session: AdminSession;
  deadline: Deadlines[number];
}

/** A type with its deadline. What is typed stays until it is saved, also when another administrator changes it meanwhile. */
function Row({ session, deadline }: RowProps) {
  const t = useT();
  const nameId = useId();
  const { text, error, isSaved, isPending, type, submit } = useTypedDays(session, deadline);
  return (
    <tr>
      <th scope="row" id={nameId}>
        {term('issue', deadline.issue)}
      </th>
      <td>
        <form noValidate onSubmit={submit}>
          <fieldset aria-labelledby={nameId} className={css.row} data-invalid={error !== undefined || undefined}>
            <TextField
              label={t('settings.workingDays')}
              error={error}
              announce
              required
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={({ target }) => type(target.value)}
            />
            <Submit look="quiet" busy={isPending} label={t('settings.save')} />
            <span role="status" className={shared.saved}>
              {isSaved && t('common.saved')}
            </span>
          </fieldset>
        </form>
      </td>
    </tr>
  );
}

function useTypedDays(session: AdminSession, { issue, days }: RowProps['deadline']) {
  const t = useT();
  const [typed, setTyped] = useState<{ text: string; before: number } | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const save = useSaveDeadline(session, issue);
  const isTheirs = save.data?.saved === false;
  const text = typed?.text ?? String(days);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = readCount(text, limits.dueDays);
    setIsWrong(wanted === null);
    if (wanted === null) return save.reset();
    save.mutate(
      { days: wanted, before: typed?.before ?? days },
      {
        onSuccess: (kept) =>
          setTyped((now) => {
            // What was typed meanwhile is a change of its own.
            const shown = now?.text ?? text;
            return kept.saved && shown === text ? null : { text: shown, before: kept.days };
          }),
      },
    );
  };
  const type = (given: string) => {
    setTyped({ text: given, before: typed?.before ?? days });
    setIsWrong(false);
    if (!save.isPending) save.reset();
  };
  const error =
    (isWrong && t('common.wrongNumber', { max: limits.dueDays })) ||
    (save.isError && t('settings.failed')) ||
    (isTheirs && t('settings.theirs', { days: save.data?.days ?? days })) ||
    undefined;
  const isSaved = typed === null && save.data?.saved;
  return { text, error, isSaved, isPending: save.isPending, type, submit };
}

interface Change {
  days: number;
  /** What it was when the change was typed. */
  before: number;
}

/**
 * Saves a deadline. Where another administrator has changed it since, that is not overwritten unseen: it answers with what
 * it is now, and nothing is saved.
 */
function useSaveDeadline({ token, tehsil }: AdminSession, issue: string) {
  const client = useQueryClient();
  const { queryKey } = deadlinesOf(tehsil);
  return useMutation({
    mutationFn: async ({ days, before }: Change): Promise<{ saved: boolean; days: number }> => {
      const known = await client.fetchQuery({ ...deadlinesOf(tehsil), staleTime: 0 });
      const now = known.find((one) => one.issue === issue)?.days ?? before;
      if (now !== before && now !== days) return { saved: false, days: now };
      await call('PUT /api/deadlines', { token, body: { issue, days } });
      return { saved: true, days };
    },
    onSuccess: ({ days }) => {
      // Of this type alone: the answers of two that are saved at once may overtake each other.
      client.setQueryData<Deadlines>(queryKey, (known) =>
        known?.map((one) => (one.issue === issue ? { ...one, days } : one)),
      );
    },
    onError: (error) => noteFailure(error),
  });
}
