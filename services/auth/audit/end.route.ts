import type { Handler } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findEnd } from './audit.store.ts';

/** Where the audit log ends now: the signed log says it once a day. */
export const auditEnd =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'auditEnd'> =>
  () =>
    findEnd(pool);
