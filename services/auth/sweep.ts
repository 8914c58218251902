import { type Parts, repeat } from '@tma/kit';
import { sweepLinks } from './store/links.store.ts';
import { sweepSessions } from './store/sessions.store.ts';

const everyMs = 3_600_000;

/** Forgets what ended long ago, every hour. @returns what stops it */
export const startSweeping = ({ pool, log }: Pick<Parts, 'pool' | 'log'>) =>
  repeat(
    everyMs,
    async () => {
      await sweepSessions(pool);
      await sweepLinks(pool);
    },
    log,
    'old sessions and links could not be swept; it is tried again',
  );
