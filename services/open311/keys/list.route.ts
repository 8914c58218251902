import type { Handler } from '@tma/kit';
import type { Open311 } from '../access/context.ts';
import { listKeys as list } from '../access/keys.store.ts';

/** The keys that may bring reports of the head's tehsil. */
export const listKeys =
  ({ pool }: Pick<Open311, 'pool'>): Handler<'listKeys'> =>
  ({ caller }) =>
    list(pool, caller.tehsil);
