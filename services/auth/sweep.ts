import { type Parts, repeat } from '@tma/kit';
import { removeUnconfirmed } from './accounts/remove-unconfirmed.ts';
import { deleteExpiredLinks } from './links/follow-link.store.ts';
import { deleteOldCodes } from './phone/phones.store.ts';
import { deleteStaleSessions } from './sessions/sign-ins.store.ts';
import { deleteExpiredAdminSessions } from './staff/admin-sessions.store.ts';
import { deleteOldInvitations } from './staff/invitations/invitations.store.ts';
import { deleteExpiredAdminLinks } from './staff/passwords/links.store.ts';
import { keepSeen } from './staff/seen.ts';

const everyMs = 3_600_000;

/** Deletes what ended long ago, every hour. @returns a function that stops it */
export const startSweeping = ({ pool, log, seen }: Pick<Parts, 'pool' | 'log' | 'seen'>) =>
  repeat(
    everyMs,
    async () => {
      await deleteStaleSessions(pool);
      await keepSeen({ pool, seen });
      await deleteExpiredAdminSessions(pool);
      await deleteExpiredAdminLinks(pool);
      await deleteOldInvitations(pool);
      await deleteExpiredLinks(pool);
      await deleteOldCodes(pool);
      await removeUnconfirmed(pool);
    },
    log,
    'old sessions, links and unconfirmed accounts could not be swept; it is tried again',
  );
