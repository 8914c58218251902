import { type EventData, type LinkKind, linkUrl, operations, pageUrl } from '@tma/contracts';
import { afterCommit, commitWith, createLinkToken, type EventHandlers, type EventInfo, type Tx } from '@tma/kit';
import type { Notify } from './context.ts';
import { textsIn } from './locales/index.ts';
import * as desk from './mails/desk.ts';
import type { Mail } from './mails/layout.ts';
import * as mails from './mails/mails.ts';
import { openSealed } from './secrets.ts';
import { queueMail } from './stores/deliveries.store.ts';
import { createUnsubscribeToken } from './unsubscribe/token.ts';

/**
 * Queues the mail of each event, in the transaction that records the event as handled. Once that has committed, the mail is
 * given to this process's sender if it was leased for it; else the sender is told to look.
 */
export function handlers({ config, sender }: Pick<Notify, 'config' | 'sender'>): EventHandlers {
  const { PUBLIC_URL: publicUrl, ESCALATION_EMAIL: head } = config;
  const host = new URL(publicUrl).hostname;
  /**
   * One mail to each address at most: of two to the same one, the first. Their Message-IDs tell them by their number, which is
   * the same whenever the event comes.
   */
  async function sendAll(tx: Tx, { id, type }: EventInfo, all: readonly (Mail | null)[], more: Way = {}) {
    const some = all.filter((mail) => mail !== null);
    if (some.length === 0) return;
    const queued = some.map((mail, index) => {
      const messageId = `<${index === 0 ? id : `${id}.${index + 1}`}@${host}>`;
      return queueMail(tx, { eventId: id, messageId, kind: type, mail, ...more }, index === 0 && sender.hasRoom());
    });
    const [leased] = await commitWith(tx, queued);
    afterCommit(tx, async () => {
      if (leased) sender.send(leased);
      if (!leased || some.length > 1) sender.wake();
    });
  }
  const send = (tx: Tx, event: EventInfo, mail: Mail | null, more?: Way) => sendAll(tx, event, [mail], more);
  /** What links open is nobody's who reads the queue. */
  const sealed = { secret: config.LINK_SECRET };
  const sendLink = (kind: LinkKind, data: LinkData, tx: Tx, event: EventInfo) =>
    send(tx, event, mails.linkMail(kind, data, textsIn(data.language), wholeLink(kind, data, config)), sealed);
  return {
    VerificationRequested: (data, tx, event) => sendLink('signup', data, tx, event),
    RecoveryRequested: (data, tx, event) => sendLink('recovery', data, tx, event),
    EmailChangeRequested: (data, tx, event) => sendLink('email_change', data, tx, event),
    SignUpRepeated: (data, tx, event) => send(tx, event, mails.signUpRepeated(data, textsIn(data.language), publicUrl)),
    ReportCreated: (data, tx, event) =>
      send(tx, event, mails.reportReceived(data, textsIn(data.reporter.language), publicUrl)),
    async StatusChanged(data, tx, event) {
      const { reporter, closure } = data;
      const texts = textsIn(reporter?.language);
      if (reporter && closure) {
        const link = closureLink(closure, config);
        const mail = mails.closed({ change: data, reporter, closure }, texts, config, link);
        await send(tx, event, mail, { ...sealed, kind: kindOfClosing });
        return;
      }
      await send(tx, event, mails.statusChanged(data, texts, publicUrl));
    },
    async ClosureAnswered(data, tx, event) {
      const toCloser = mails.closureAnswered(data, textsIn(data.closedBy?.language), publicUrl);
      const toHead = head ? desk.disputedOften(data, head, headTexts) : null;
      await sendAll(tx, event, [toCloser, toHead]);
    },
    ReportAssigned: (data, tx, event) =>
      send(tx, event, desk.assigned(data, textsIn(data.assignee?.language), publicUrl)),
    NoteAdded: (data, tx, event) => send(tx, event, desk.noteAdded(data, textsIn(data.reporter?.language), publicUrl)),
    DigestDue: (data, tx, event) =>
      sendAll(
        tx,
        event,
        data.to.map((to) => desk.overdue(data, to, textsIn(to.language), publicUrl)),
      ),
    async EscalationDue(data, tx, event) {
      if (head) await send(tx, event, desk.escalation(data, head, headTexts, publicUrl));
    },
    async InviteRequested(data, tx, event) {
      const token = createUnsubscribeToken(data.neighborEmail, config.UNSUBSCRIBE_SECRET);
      const stopUrl = `${publicUrl}${operations.unsubscribe.path}?token=${token}`;
      // The neighbour's language is not known: who invites them knows which they share.
      const mail = mails.invitation(data, textsIn(data.inviter.language), publicUrl, stopUrl);
      await send(tx, event, mail, { ...sealed, stoppable: true });
    },
  };
}

/** Nobody has chosen a language for ESCALATION_EMAIL. */
const headTexts = textsIn(undefined);

/** How a mail is queued, beside what it says. */
interface Way {
  secret?: Buffer;
  stoppable?: boolean;
  kind?: string;
}

/** Not the type of its event: a digest takes changes, and each closing has its own link. */
const kindOfClosing = 'StatusChanged with a closure';

type LinkData = EventData<'VerificationRequested' | 'RecoveryRequested' | 'EmailChangeRequested'>;

/** Throws when another secret than those of `config` sealed the link's key. */
function wholeLink(kind: LinkKind, { sealedLink, link }: LinkData, config: Notify['config']): string {
  if (sealedLink) {
    const { key, id, redirect } = sealedLink;
    const token = openSealed(config, 'LINK_SECRET', (secret) => createLinkToken(key, secret, kind, id));
    return linkUrl(config.PUBLIC_URL, kind, token, redirect);
  }
  if (link) return link;
  throw new Error('The event has no link');
}

/** Throws likewise. */
function closureLink({ id, key }: { id: string; key: string }, config: Notify['config']): string {
  const token = openSealed(config, 'CLOSURE_LINK_SECRET', (secret) => createLinkToken(key, secret, 'closure', id));
  return `${pageUrl(config.PUBLIC_URL, 'closure')}#${token}`;
}
