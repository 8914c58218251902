import { type EventData, type LinkKind, linkUrl, operations, pageUrl } from '@tma/contracts';
import { afterCommit, commitWith, createLinkToken, type EventHandlers, type EventInfo, type Tx } from '@tma/kit';
import type { Notify } from './context.ts';
import { translations } from './locales/index.ts';
import type { Mail } from './mails/layout.ts';
import * as mails from './mails/mails.ts';
import { queueMail } from './stores/deliveries.store.ts';
import { createUnsubscribeToken } from './unsubscribe/token.ts';

const { en } = translations;

/**
 * Queues the mail of each event, in the transaction that records the event as handled. Once that has committed, the mail is
 * given to this process's sender if it was leased for it; else the sender is told to look.
 */
export function handlers({ config, sender }: Pick<Notify, 'config' | 'sender'>): EventHandlers {
  const publicUrl = config.PUBLIC_URL;
  const host = new URL(publicUrl).hostname;
  async function send(
    tx: Tx,
    { id, type }: EventInfo,
    mail: Mail,
    more: { secret?: Buffer; stoppable?: boolean; kind?: string } = {},
  ) {
    const begun = performance.now();
    const queued = { eventId: id, messageId: `<${id}@${host}>`, kind: type, mail, ...more };
    const [leased] = await commitWith(tx, [queueMail(tx, queued, sender.hasRoom())]);
    afterCommit(tx, async () => (leased ? sender.send(leased, begun) : sender.wake()));
  }
  /** What links open is nobody's who reads the queue. */
  const sealed = { secret: config.LINK_SECRET };
  const sendLink = (kind: LinkKind, data: LinkData, tx: Tx, event: EventInfo) =>
    send(tx, event, mails.linkMail(kind, data, en, wholeLink(kind, data, config)), sealed);
  return {
    VerificationRequested: (data, tx, event) => sendLink('signup', data, tx, event),
    RecoveryRequested: (data, tx, event) => sendLink('recovery', data, tx, event),
    EmailChangeRequested: (data, tx, event) => sendLink('email_change', data, tx, event),
    SignUpRepeated: (data, tx, event) => send(tx, event, mails.signUpRepeated(data, en, publicUrl)),
    ReportCreated: (data, tx, event) => send(tx, event, mails.reportReceived(data, en, publicUrl)),
    async StatusChanged(data, tx, event) {
      const { reporter, closure } = data;
      if (reporter && closure) {
        const link = closureLink(closure, config);
        const mail = mails.closed({ change: data, reporter, closure }, en, config, link);
        await send(tx, event, mail, { ...sealed, kind: kindOfClosing });
        return;
      }
      const mail = mails.statusChanged(data, en, publicUrl);
      if (mail) await send(tx, event, mail);
    },
    async ClosureAnswered(data, tx, event) {
      const mail = mails.closureAnswered(data, en, publicUrl);
      if (mail) await send(tx, event, mail);
    },
    async InviteRequested(data, tx, event) {
      const token = createUnsubscribeToken(data.neighborEmail, config.UNSUBSCRIBE_SECRET);
      const stopUrl = `${publicUrl}${operations.unsubscribe.path}?token=${token}`;
      await send(tx, event, mails.invitation(data, en, publicUrl, stopUrl), { ...sealed, stoppable: true });
    },
  };
}

/** Not the type of its event: a digest takes changes, and each closing has its own link. */
const kindOfClosing = 'StatusChanged with a closure';

type LinkData = EventData<'VerificationRequested' | 'RecoveryRequested' | 'EmailChangeRequested'>;

/** Throws when LINK_SECRET is not the one that sealed the link's key. */
function wholeLink(
  kind: LinkKind,
  { sealedLink, link }: LinkData,
  { LINK_SECRET, PUBLIC_URL }: Pick<Notify['config'], 'LINK_SECRET' | 'PUBLIC_URL'>,
): string {
  if (sealedLink) {
    const token = createLinkToken(sealedLink.key, LINK_SECRET, kind, sealedLink.id);
    return linkUrl(PUBLIC_URL, kind, token, sealedLink.redirect);
  }
  if (link) return link;
  throw new Error('The event has no link');
}

/** Throws when LINK_SECRET is not the one that sealed the link's key. */
const closureLink = (
  { id, key }: { id: string; key: string },
  { LINK_SECRET, PUBLIC_URL }: Pick<Notify['config'], 'LINK_SECRET' | 'PUBLIC_URL'>,
) => `${pageUrl(PUBLIC_URL, 'closure')}#${createLinkToken(key, LINK_SECRET, 'closure', id)}`;
