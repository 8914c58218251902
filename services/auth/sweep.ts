import { type Parts, repeat } from '@tma/kit';
import { removeUnconfirmed } from './accounts/remove-unconfirmed.ts';
import { deleteExpiredLinks } from './links/follow-link.store.ts';
import { deleteStaleSessions } from './sessions/sign-ins.store.ts';
import { deleteExpiredAdminSessions } from './staff/admin-sessions.store.ts';
import { deleteExpiredAdminLinks } from './staff/passwords/links.store.ts';

const everyMs = 3_600_000;

/** Deletes what ended long ago, every hour. @returns a function that stops it */
export const startSweeping = ({ pool, log }: Pick<Parts, 'pool' | 'log'>) =>
  repeat(
    everyMs,
    async () => {
      await deleteStaleSessions(pool);
      await deleteExpiredAdminSessions(pool);
      await deleteExpiredAdminLinks(pool);
      await deleteExpiredLinks(pool);
      await removeUnconfirmed(pool);
    },
    log,
    'old sessions, links and unconfirmed accounts could not be swept; it is tried again',
  );
