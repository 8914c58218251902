import type { Handler } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findEntries } from './audit.store.ts';

/** What staff of the caller's tehsil did and read, newest first. */
export const readAudit =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'readAudit'> =>
  async ({ query, caller: { tehsil } }) =>
    (await findEntries(pool, { ...query, tehsil })).map(({ seq, at, kind, by, about, detail }) => {
      return { seq, at, kind, by, about, detail };
    });
