import type { EventHandlers, EventInfo, Parts, Tx } from '@tma/kit';
import type { NotifyConfig } from './config.ts';
import * as mails from './mails.ts';
import { isSuppressed, queue, queueChange } from './store.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** What notify does when it hears of something: it queues a mail in the transaction that notes the event as handled. */
export function handlers({ config }: Pick<Parts<NotifyConfig>, 'config'>): EventHandlers {
  const portal = config.PUBLIC_URL;
  const host = new URL(portal).hostname;
  const messageId = ({ id }: EventInfo) => `<${id}@${host}>`;
  const send = async (tx: Tx, event: EventInfo, mail: mails.Mail | null) => {
    if (mail) await queue(tx, event.id, messageId(event), event.type, mail);
  };
  return {
    VerificationRequested: (data, tx, event) => send(tx, event, mails.verification(data)),
    RecoveryRequested: (data, tx, event) => send(tx, event, mails.recovery(data)),
    EmailChangeRequested: (data, tx, event) => send(tx, event, mails.emailChange(data)),
    SignUpRepeated: (data, tx, event) => send(tx, event, mails.signUpRepeated(data, portal)),
    ReportCreated: (data, tx, event) => send(tx, event, mails.reportReceived(data, portal)),
    async StatusChanged(data, tx, event) {
      const mail = mails.statusChanged(data, portal);
      if (mail) await queueChange(tx, event.id, messageId(event), mail);
    },
    async InviteRequested(data, tx, event) {
      if (await isSuppressed(tx, data.neighborEmail)) return;
      const token = unsubscribeToken(data.neighborEmail, config.UNSUBSCRIBE_SECRET);
      await send(tx, event, mails.invitation(data, portal, `${portal}/unsubscribe?token=${token}`));
    },
  };
}
