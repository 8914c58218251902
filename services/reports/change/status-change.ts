import { readStatus, startedStatus, statuses } from '@tma/contracts';
import { HttpError, invalidField } from '@tma/kit';
import type { State } from '../report/locks.store.ts';

/** What an administrator asks for: what is absent stays as it is, an empty schedule removes the schedule. */
export interface StateChange {
  status?: string;
  schedule?: string | null;
}

/** The state after a change. Throws 400 for an unknown status. */
export function stateAfter(from: State, change: StateChange): State {
  return {
    status: change.status === undefined ? from.status : parseStatus(change.status),
    schedule: change.schedule === undefined ? from.schedule : change.schedule || null,
  };
}

/** Whether a change asks for In Progress and nothing else: somebody begins the work. */
export const isStart = ({ status, schedule }: StateChange) =>
  schedule === undefined && readStatus(status ?? '') === startedStatus;

function parseStatus(word: string): string {
  const status = readStatus(word);
  if (status) return status;
  throw invalidField('status', `must be one of ${statuses.map(({ name }) => name).join(', ')}`);
}

/**
 * Throws 412 unless `If-Match` is absent, `*` or names the strong ETag of this version (RFC 9110, 13.1.1: weak ETags never
 * match), so that nobody overwrites a change they have not seen.
 */
export function requireMatch(ifMatch: string | undefined, version: number) {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  // The ETag that crew see has a suffix.
  const tags = [`"${version}"`, `"${version}-crew"`];
  if (ifMatch.split(',').some((tag) => tags.includes(tag.trim()))) return;
  throw new HttpError(412, 'changed_meanwhile', 'This report was changed by somebody else. Please load it again.');
}
