import { operations } from '@tma/contracts';
import type { EventHandlers, EventInfo, Tx } from '@tma/kit';
import type { Notify } from './context.ts';
import { translations } from './locales/index.ts';
import type { Mail } from './mails/layout.ts';
import * as mails from './mails/mails.ts';
import { queueChangeMail, queueMail } from './stores/deliveries.store.ts';
import { isSuppressed } from './stores/suppressions.store.ts';
import { createUnsubscribeToken } from './unsubscribe/token.ts';

const { en } = translations;

/** Queues the mail of each event, in the transaction that records the event as handled. */
export function handlers({ config }: Pick<Notify, 'config'>): EventHandlers {
  const publicUrl = config.PUBLIC_URL;
  const host = new URL(publicUrl).hostname;
  const messageId = ({ id }: EventInfo) => `<${id}@${host}>`;
  const send = (tx: Tx, event: EventInfo, mail: Mail) => queueMail(tx, event.id, messageId(event), event.type, mail);
  return {
    VerificationRequested: (data, tx, event) => send(tx, event, mails.verification(data, en)),
    RecoveryRequested: (data, tx, event) => send(tx, event, mails.recovery(data, en)),
    EmailChangeRequested: (data, tx, event) => send(tx, event, mails.emailChange(data, en)),
    SignUpRepeated: (data, tx, event) => send(tx, event, mails.signUpRepeated(data, en, publicUrl)),
    ReportCreated: (data, tx, event) => send(tx, event, mails.reportReceived(data, en, publicUrl)),
    async StatusChanged(data, tx, event) {
      const mail = mails.statusChanged(data, en, publicUrl);
      if (mail) await queueChangeMail(tx, event.id, messageId(event), mail);
    },
    async InviteRequested(data, tx, event) {
      if (await isSuppressed(tx, data.neighborEmail)) return;
      const token = createUnsubscribeToken(data.neighborEmail, config.UNSUBSCRIBE_SECRET);
      const stopUrl = `${publicUrl}${operations.unsubscribe.path}?token=${token}`;
      await send(tx, event, mails.invitation(data, en, publicUrl, stopUrl));
    },
  };
}
