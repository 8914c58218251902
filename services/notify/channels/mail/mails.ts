/** The mails about reports, and the invitation: each function fills the texts of one language with the data of one event. */
import { deletedUser, type EventData, fullNameOrUser, isProblem, pageUrl, recordUrl } from '@tma/contracts';
import type { Texts } from '../../texts/en.ts';
import { lineInMail, nameInMail, textInMail, withTehsilInMail } from '../../texts/user-text.ts';
import { type Block, layOut, type Mail } from './layout.ts';

export const greeting = (texts: Texts, name: string) => texts.greeting(nameInMail(name));

/** Addresses an administrator. One of whom only the address is known has it as their name: then no name is used. */
export const administratorGreeting = (texts: Texts, { name, email }: { name: string; email: string }) =>
  texts.administratorGreeting(name === email ? '' : nameInMail(name));

const reportsLink = (texts: Texts, publicUrl: string): Block => ({
  label: texts.seeReports,
  url: pageUrl(publicUrl, 'userDashboard', { tab: 'mycomplaints' }),
});

/** The same for a reporter, who sees nothing there without an account. */
export const ownReportsLink = (reporter: { id: string | null }, texts: Texts, publicUrl: string): Block[] =>
  reporter.id === null ? [] : [reportsLink(texts, publicUrl)];

/** The page of a report that everybody may see; certificates, licences and hidden reports have none. */
export const recordLink = (
  { issue, reference, hidden }: { issue: string; reference: string; hidden?: boolean },
  texts: Texts,
  publicUrl: string,
): Block[] => (isProblem(issue) && !hidden ? [{ label: texts.seeRecord, url: recordUrl(publicUrl, reference) }] : []);

/** @returns null when nobody is to be written to */
export const reportReceived = (report: EventData<'ReportCreated'>, texts: Texts, publicUrl: string): Mail | null =>
  report.reporter &&
  layOut(texts, report.reporter.email, texts.reportReceived.subject(report.reference), [
    greeting(texts, report.reporter.name),
    texts.reportReceived.confirmation(withTehsilInMail(report)),
    ...(report.schedule ? [texts.reportReceived.requestedDay(texts.day(report.schedule))] : []),
    texts.reportReceived.outlook,
    ...ownReportsLink(report.reporter, texts, publicUrl),
    ...recordLink(report, texts, publicUrl),
  ]);

/** @returns null when the reporter's account was erased: nobody is written to */
export function statusChanged(change: EventData<'StatusChanged'>, texts: Texts, publicUrl: string): Mail | null {
  if (!change.reporter) return null;
  const mail = layOut(texts, change.reporter.email, statusSubject(change, texts), [
    greeting(texts, change.reporter.name),
    causeOf(change, texts),
    stateAfter(change, texts),
    ...ownReportsLink(change.reporter, texts, publicUrl),
    ...recordLink(change, texts, publicUrl),
  ]);
  return change.reporter.id === null ? { ...mail, isWithoutAccount: true } : mail;
}

function causeOf(change: EventData<'StatusChanged'>, texts: Texts): string {
  const { update, disputed, disputedByMessage, followed } = texts.statusChanged;
  const shown = withTehsilInMail(change);
  if (change.follows) return followed(shown, { other: change.follows });
  if (change.changedBy !== 'resident') return update(shown);
  return change.byMessage ? disputedByMessage(shown) : disputed(shown);
}

/** What a status and a schedule are after a change. */
export function stateAfter({ to }: Pick<EventData<'StatusChanged'>, 'to'>, texts: Texts): string {
  const { status, scheduled, unscheduled } = texts.statusChanged;
  return `${status(to.status)}\n${to.schedule ? scheduled(texts.day(to.schedule)) : unscheduled}`;
}

/** A report was closed, and its reporter is asked whether it is fixed. */
interface Closing {
  change: EventData<'StatusChanged'>;
  reporter: NonNullable<EventData<'StatusChanged'>['reporter']>;
  closure: NonNullable<EventData<'StatusChanged'>['closure']>;
}

/** @param url the whole link, with which anybody can answer */
export const closed = (
  { change, reporter, closure }: Closing,
  texts: Texts,
  { PUBLIC_URL, TIME_ZONE }: { PUBLIC_URL: string; TIME_ZONE: string },
  url: string,
): Mail =>
  layOut(texts, reporter.email, statusSubject(change, texts), [
    greeting(texts, reporter.name),
    texts.statusChanged.update(withTehsilInMail(change)),
    stateAfter(change, texts),
    closure.proof ? texts.closure.proof : texts.closure.noProof,
    texts.closure.question(texts.dayOf(closure.answerBy, TIME_ZONE)),
    { label: texts.closure.button, url },
    reporter.id === null ? texts.closure.warning : `${texts.closure.warning} ${texts.closure.signedIn}`,
    ...(closure.log ? [texts.closure.log(closure.log.size, closure.log.root)] : []),
    ...ownReportsLink(reporter, texts, PUBLIC_URL),
    ...recordLink(change, texts, PUBLIC_URL),
  ]);

/** @returns null unless the reporter says that it is not fixed and the address of who closed it is known */
export function closureAnswered(answer: EventData<'ClosureAnswered'>, texts: Texts, publicUrl: string): Mail | null {
  const { reference, closedBy, reason, reporter } = answer;
  if (answer.answer !== 'disputed' || !closedBy) return null;
  const { subject, explanation, reason: words, button } = texts.closureDisputed;
  const name = reporter ? fullNameOrUser(nameInMail(reporter.name), '') : deletedUser;
  return layOut(texts, closedBy.email, subject(name, reference), [
    administratorGreeting(texts, closedBy),
    explanation(withTehsilInMail(answer)),
    ...(reason ? [words(textInMail(reason))] : []),
    { label: button, url: pageUrl(publicUrl, 'adminDashboard', { filter: 'disputed' }) },
  ]);
}

/** @param subject of the reporter, or of who supports the report */
export function statusSubject(
  { reference, from, to }: Pick<EventData<'StatusChanged'>, 'reference' | 'from' | 'to'>,
  texts: Texts,
  { subject }: { subject: Texts['statusChanged']['subject'] } = texts.statusChanged,
): string {
  if (from.status !== to.status) return subject.status(reference, to.status);
  if (to.schedule) return subject.scheduled(reference, texts.day(to.schedule));
  return subject.unscheduled(reference);
}

/** Several mails to one person as one that lists their subjects; a single one stays as it is. */
export function digest(mails: readonly Mail[], texts: Texts, publicUrl: string): Mail {
  const [first] = mails as readonly [Mail];
  if (mails.length === 1) return first;
  return layOut(texts, first.to, texts.digest.subject(mails.length), [
    texts.greeting(''),
    texts.digest.explanation,
    mails.map(({ subject }) => texts.digest.item(subject)).join('\n'),
    ...(mails.every(({ isWithoutAccount }) => isWithoutAccount) ? [] : [reportsLink(texts, publicUrl)]),
  ]);
}

/** @param stopUrl where one click stops further invitations (RFC 8058) */
export const invitation = (
  { inviter, neighborEmail }: EventData<'InviteRequested'>,
  texts: Texts,
  publicUrl: string,
  stopUrl: string,
): Mail => {
  const name = fullNameOrUser(nameInMail(inviter.name), '');
  const tehsil = lineInMail(inviter.tehsil);
  return layOut(
    texts,
    neighborEmail,
    texts.invitation.subject(name, tehsil),
    [
      texts.hello,
      texts.invitation.explanation(name, tehsil),
      { label: texts.invitation.button, url: pageUrl(publicUrl, 'signUp') },
      texts.invitation.cause,
      texts.invitation.stop(stopUrl),
    ],
    { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  );
};
