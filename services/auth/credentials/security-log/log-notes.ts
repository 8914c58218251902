import { type Parts, repeat, transaction } from '@tma/kit';
import { logSecurityEvent } from './security-log.ts';
import { takeSecurityNotes } from './security-notes.store.ts';

const everyMs = 5000;

/** Writes what commands left for the security log. @returns a function that stops it */
export const startLoggingNotes = ({ pool, log }: Pick<Parts, 'pool' | 'log'>) =>
  repeat(
    everyMs,
    () =>
      transaction(pool, async (tx) => {
        for (const { security, ids } of await takeSecurityNotes(tx)) logSecurityEvent(log, security, ids);
      }),
    log,
    'the security log could not be written; it is tried again',
  );
