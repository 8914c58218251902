import type { EventData, LinkKind } from '@tma/contracts';
import type { NotifyConfig } from '../../config.ts';
import {
  type AccountLink,
  accountLink,
  administratorLink,
  closureLink,
  staffLink,
  unsubscribeLink,
} from '../../links/links.ts';
import type { Message, Messages } from '../../queue/channel.ts';
import { textsIn } from '../../texts/index.ts';
import * as accounts from './accounts.ts';
import * as desk from './desk.ts';
import type { Mail } from './layout.ts';
import * as mails from './mails.ts';
import * as neighbours from './neighbours.ts';

/** The mails of each event. Those with a link that opens something are sealed. */
export const mailsOfEvents = (config: NotifyConfig): Messages => ({
  ...mailsOfAccounts(config),
  ...mailsOfReports(config),
});

function mailsOfAccounts(config: NotifyConfig): Messages {
  const { PUBLIC_URL: publicUrl } = config;
  const linkMail = (kind: LinkKind) => (data: AccountLink) =>
    withLink(accounts.linkMail(kind, data, textsIn(data.language), accountLink(kind, data, config)), data);
  return {
    VerificationRequested: linkMail('signup'),
    RecoveryRequested: linkMail('recovery'),
    EmailChangeRequested: linkMail('email_change'),
    SignUpRepeated: (data) => messageOf(accounts.signUpRepeated(data, textsIn(data.language), publicUrl)),
    AccountChanged: (data) => messageOf(accounts.accountChanged(data, textsIn(data.language), publicUrl)),
    SecondFactorRemoved: (data) => messageOf(accounts.secondFactorRemoved(data, textsIn(data.language), publicUrl)),
    AdministratorRegistered: (data) =>
      data.to.flatMap((to) => messageOf(accounts.administratorRegistered(data, to, textsIn(to.language)))),
    AdministratorRecoveryRequested: (data) => {
      const link = administratorLink(data, config);
      return withLink(accounts.administratorRecovery(data, textsIn(data.language), link), data);
    },
    StaffInvited: (data) =>
      withLink(accounts.staffInvited(data, textsIn(data.language), staffLink(data, config)), data),
    InviteRequested: (data) => {
      const link = unsubscribeLink(data, config);
      // The neighbour's language is not known: who invites them knows which they share.
      const mail = mails.invitation(data, textsIn(data.inviter.language), publicUrl, link);
      return messageOf(mail, { isSealed: true, canBeStopped: true });
    },
  };
}

function mailsOfReports(config: NotifyConfig): Messages {
  const { PUBLIC_URL: publicUrl, ESCALATION_EMAIL: escalationEmail } = config;
  return {
    ReportCreated: (data) => messageOf(mails.reportReceived(data, textsIn(data.reporter?.language), publicUrl)),
    StatusChanged: (data) =>
      closing(data, config) ?? messageOf(mails.statusChanged(data, textsIn(data.reporter?.language), publicUrl)),
    ClosureAnswered: (data) => [
      ...messageOf(mails.closureAnswered(data, textsIn(data.closedBy?.language), publicUrl)),
      ...messageOf(escalationEmail ? desk.disputedOften(data, escalationEmail, headTexts) : null),
    ],
    ReportAssigned: (data) => messageOf(desk.assigned(data, textsIn(data.assignee?.language), publicUrl)),
    NoteAdded: (data) => messageOf(desk.noteAdded(data, textsIn(data.reporter?.language), publicUrl)),
    DuplicateMarked: (data) => messageOf(neighbours.duplicateMarked(data, textsIn(data.reporter?.language), publicUrl)),
    // A change goes into a digest like those that reporters are told of.
    SupportersTold: (data) =>
      data.to.flatMap((to) =>
        messageOf(
          neighbours.supportersTold(data, to, textsIn(to.language), publicUrl),
          data.change ? { kind: 'StatusChanged' } : {},
        ),
      ),
    DigestDue: (data) => data.to.flatMap((to) => messageOf(desk.overdue(data, to, textsIn(to.language), publicUrl))),
    MessagesLimited: (data) => data.to.flatMap((to) => messageOf(desk.messagesLimited(data, to, textsIn(to.language)))),
    EscalationDue: (data) =>
      messageOf(escalationEmail ? desk.escalation(data, escalationEmail, headTexts, publicUrl) : null),
  };
}

/** Nobody has chosen a language for ESCALATION_EMAIL. */
const headTexts = textsIn(undefined);

/** Not the type of its event: a digest takes changes, and each closing has its own link. */
const closingKind = 'StatusChanged with a closure';

/** The mail that asks the reporter of a closed report whether it is fixed; null of other changes. */
function closing(change: EventData<'StatusChanged'>, config: NotifyConfig): Message[] | null {
  const { reporter, closure } = change;
  if (!reporter || !closure) return null;
  const link = closureLink(closure, reporter.email, config);
  const mail = mails.closed({ change, reporter, closure }, textsIn(reporter.language), config, link);
  return messageOf(mail, { isSealed: true, kind: closingKind });
}

/** A mail that is of no use once its link has expired. */
const withLink = (mail: Mail, { expiresAt: until }: { expiresAt: string }): Message[] =>
  messageOf({ ...mail, until }, { isSealed: true });

const messageOf = (mail: Mail | null, options: Partial<Message> = {}): Message[] =>
  mail ? [{ recipient: mail.to, content: mail, ...options }] : [];
