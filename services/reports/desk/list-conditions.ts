/** What an administrator's list is narrowed by, as a request asks for it: of the list, its CSV and the print. */
import type { Operations } from '@tma/contracts';
import { invalidField } from '@tma/kit';
import type { z } from 'zod';
import type { Reports } from '../report/context.ts';
import { isOfTehsil } from '../report/people/administrators.store.ts';
import type { Administrator } from '../report/policy.ts';
import type { Conditions } from './admin-reports.store.ts';
import { conditionsOfFilter, conditionsOfRole } from './filters.ts';

type ListQuery = z.output<Operations['downloadAdminReports']['query']>;

type Caller = Administrator & { token: string };

/**
 * The conditions of a query. @param today the current day, `YYYY-MM-DD`
 * Throws 400 for an assignee who is no administrator of the caller's tehsil, 503 when nobody knows.
 */
export async function readConditions(
  reports: Pick<Reports, 'pool' | 'administrators'>,
  { filter, issue, assignee }: ListQuery,
  caller: Caller,
  today: string,
): Promise<Conditions> {
  return {
    ...conditionsOfRole(caller),
    ...conditionsOfFilter(filter, today, caller.id),
    ...(issue !== undefined && { issue }),
    ...(assignee !== undefined && { assignee: await readAssignee(reports, assignee, caller) }),
  };
}

/** @returns the id of an administrator of the caller's tehsil, or null for nobody */
async function readAssignee(
  { pool, administrators }: Pick<Reports, 'pool' | 'administrators'>,
  assignee: string,
  { id, tehsil, token }: Caller,
): Promise<string | null> {
  if (assignee === 'none') return null;
  const wanted = assignee === 'me' ? id : assignee.toLowerCase();
  if (wanted === id || (await isOfTehsil(pool, wanted, tehsil))) return wanted;
  if (await administrators.learn(wanted, token)) return wanted;
  throw invalidField('assignee', 'must be an administrator of your tehsil');
}
