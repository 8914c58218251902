import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, statusOf } from '@tma/web/api/api-error';
import type { Body } from '@tma/web/api/operation-types';
import type { Report } from '@tma/web/api/tables';
import { type Outcome, outcomeOf, outcomeOfAnswer } from '@tma/web/closures/outcomes';
import { callAsResident } from '@tma/web/session/resident-token';
import { useState } from 'react';

type ClosureAnswer = Body<'POST /reports/{id}/closure'>;
type ListedReport = Pick<Report, 'id' | 'updated_at' | 'closure'>;

const readClosure = (id: string, signal: AbortSignal) =>
  callAsResident('GET /reports/{id}/closure', { params: { id }, signal });

/**
 * The closure of the resident's own report. It is read if the reporter is asked about it, or was since the details were opened.
 * `outcome` is shown instead of the question; null while the closure waits for an answer. `isAsked` is false if there never was a
 * question.
 */
export function useClosure({ id, updated_at, closure: listed }: ListedReport) {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(listed === 'claimed');
  if (listed === 'claimed' && !isAsked) setAsked(true);
  const key = ['closure', id, updated_at];
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readClosure(id, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  /** What came of an answer given here, to which attempt; undefined where that was not read. */
  const [given, setGiven] = useState<{ attempt: number | undefined; outcome: Outcome } | null>(null);
  const current = read.data;
  // Closed once more after a dispute: that attempt is asked about anew.
  const own = given && (given.attempt === undefined || !current || current.attempt <= given.attempt) ? given : null;

  const send = useSend(id, key, read);
  /** Sends an answer and returns what came of it. Throws what kept it from being sent. */
  const answer = async (body: ClosureAnswer): Promise<Outcome> => {
    const result = await send(body);
    setGiven(result);
    void client.invalidateQueries({ queryKey: ['reports'] });
    return result.outcome;
  };

  return {
    isAsked,
    answerBy: current?.answerBy ?? null,
    outcome: own ? own.outcome : current ? outcomeOf(current) : null,
    answer,
  };
}

type Read = UseQueryResult<Awaited<ReturnType<typeof readClosure>>>;

/** Sends an answer. @returns what came of it, to which attempt. Throws what kept it from being sent */
function useSend(id: string, key: readonly string[], read: Read) {
  const client = useQueryClient();
  return async (body: ClosureAnswer) => {
    try {
      const next = await callAsResident('POST /reports/{id}/closure', { params: { id }, body });
      client.setQueryData(key, next);
      return { attempt: next.attempt, outcome: outcomeOfAnswer(body, next) };
    } catch (error) {
      // Refused with another token, too, or without one: the session ends.
      if (statusOf(error) === 401) void read.refetch();
      const outcome = error instanceof ApiError ? refusal(error) : null;
      if (!outcome) throw error;
      const now = (await read.refetch()).data;
      return { attempt: (now ?? read.data)?.attempt, outcome: (now && outcomeOf(now)) ?? outcome };
    }
  };
}

/** What a refusal tells about the closure; null where the answer may be sent again. */
function refusal({ status }: ApiError): Outcome | null {
  if (status === 409) return { kind: 'answered', said: null, reason: null };
  return status === 410 || status === 404 ? { kind: 'over' } : null;
}
