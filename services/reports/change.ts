import { readStatus, statuses } from '@tma/contracts';
import { HttpError } from '@tma/kit';

export interface State {
  status: string;
  /** A day, `YYYY-MM-DD`. */
  schedule: string | null;
}

/** What an administrator asks for: absent stays as it is, an empty schedule is taken away. */
export interface Wish {
  status?: string | undefined;
  schedule?: string | null | undefined;
}

/** The state a wish leads to. Throws a refusal for a word that is no status. */
export function applied(from: State, wish: Wish): State {
  return {
    status: wish.status === undefined ? from.status : statusFrom(wish.status),
    schedule: wish.schedule === undefined ? from.schedule : wish.schedule || null,
  };
}

export const same = (a: State, b: State) => a.status === b.status && a.schedule === b.schedule;

function statusFrom(word: string): string {
  const status = readStatus(word);
  if (status) return status;
  const message = `must be one of ${statuses.map(({ name }) => name).join(', ')}`;
  throw new HttpError(400, 'invalid_request', `status: ${message}`, { errors: [{ path: 'status', message }] });
}

/** The strong ETag of a report's version. */
export const etagOf = (version: number) => `"${version}"`;

/** Refuses a change of what has changed since the caller saw it (`If-Match`, RFC 9110, 13.1.1: weak tags never match). */
export function demandMatch(ifMatch: string | undefined, version: number) {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (ifMatch.split(',').some((tag) => tag.trim() === etagOf(version))) return;
  throw new HttpError(412, 'changed_meanwhile', 'This report was changed by somebody else. Please load it again.');
}
