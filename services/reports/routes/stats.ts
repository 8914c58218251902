import type { Handler, Parts } from '@tma/kit';
import { resolvedIn } from '../counts.store.ts';

/** How many reports were ever closed in a tehsil. */
export function stats({ pool }: Pick<Parts, 'pool'>): Handler<'stats'> {
  return async ({ query }) => ({ resolved: await resolvedIn(pool, query.tehsil) });
}
