import type { EventHandlers } from '@tma/kit';
import { appendEntry } from './audit/append.ts';
import type { Auth } from './credentials/context.ts';
import { switchMessages } from './phone/publish-phone.ts';

export const handlers = (auth: Pick<Auth, 'linkKeys'>): EventHandlers => ({
  StaffActed: (act, tx, event) => appendEntry(tx, act, event),
  MessagesAsked: (asked, tx) => switchMessages(auth, asked, tx),
});
