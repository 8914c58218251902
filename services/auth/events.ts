import type { EventHandlers } from '@tma/kit';
import { appendEntry } from './audit/append.ts';

/** What each event does here. */
export const handlers = (): EventHandlers => ({
  StaffActed: (act, tx, event) => appendEntry(tx, act, event),
});
