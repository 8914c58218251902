/** The mails of the administrators' desk: each function fills the texts of one language with the data of one event. */
import { type EventData, pageUrl } from '@tma/contracts';
import type { Texts } from '../../texts/en.ts';
import { lineInMail, nameInMail, textInMail, withTehsilInMail } from '../../texts/user-text.ts';
import { type Block, layOut, type Mail } from './layout.ts';
import { administratorGreeting, greeting, ownReportsLink, recordLink } from './mails.ts';

/** @returns null where it was assigned to nobody, or where the assignee did it themselves */
export function assigned(data: EventData<'ReportAssigned'>, texts: Texts, publicUrl: string): Mail | null {
  const { reference, location, due, assignee, by } = data;
  if (!assignee || assignee.id === by.id) return null;
  const { subject, explanation, place, due: dueOn, button } = texts.assigned;
  return layOut(texts, assignee.email, subject(reference), [
    administratorGreeting(texts, assignee),
    explanation(withTehsilInMail(data), { by: nameInMail(by.name) }),
    [place(lineInMail(location)), ...(due ? [dueOn(texts.day(due))] : [])].join('\n'),
    { label: button, url: pageUrl(publicUrl, 'adminDashboard', { q: reference }) },
  ]);
}

/** @returns null when the reporter's account was erased: nobody is written to */
export function noteAdded(note: EventData<'NoteAdded'>, texts: Texts, publicUrl: string): Mail | null {
  const { reference, reporter, text } = note;
  if (!reporter) return null;
  return layOut(texts, reporter.email, texts.note.subject(reference), [
    greeting(texts, reporter.name),
    texts.note.explanation(withTehsilInMail(note)),
    texts.quote(textInMail(text)),
    ...ownReportsLink(reporter, texts, publicUrl),
    ...recordLink(note, texts, publicUrl),
  ]);
}

type Overdue = EventData<'DigestDue'>['reports'][number];

const itemOf = (report: Overdue, texts: Texts) =>
  texts.overdue.item({ ...report, location: lineInMail(report.location), day: texts.day(report.due) });

/** The listed reports, and how many more there are. @param all the number of all */
const listOf = (reports: readonly Overdue[], all: number, texts: Texts): string[] => [
  ...reports.map((report) => itemOf(report, texts)),
  ...(all > reports.length ? [texts.overdue.more(all - reports.length)] : []),
];

/** A working day's overdue reports of a tehsil. @param to one of its administrators */
export const overdue = (
  { tehsil, overdue: all, reports }: EventData<'DigestDue'>,
  to: EventData<'DigestDue'>['to'][number],
  texts: Texts,
  publicUrl: string,
): Mail =>
  layOut(texts, to.email, texts.overdue.subject(all, lineInMail(tehsil)), [
    administratorGreeting(texts, to),
    texts.overdue.explanation(lineInMail(tehsil)),
    listOf(reports, all, texts).join('\n'),
    { label: texts.overdue.button, url: pageUrl(publicUrl, 'adminDashboard', { filter: 'overdue' }) },
  ]);

/** What has been overdue for a long time, in all tehsils. @param to ESCALATION_EMAIL */
export function escalation(data: EventData<'EscalationDue'>, to: string, texts: Texts, publicUrl: string): Mail {
  const { subject, explanation, tehsil: heading, button } = texts.escalation;
  const ofTehsil = ({ tehsil, overdue: all }: (typeof data.tehsils)[number]): Block => {
    const own = data.reports.filter((report) => report.tehsil === tehsil);
    const list = own.length > 0 ? listOf(own, all, texts) : [];
    return [heading(lineInMail(tehsil), all), ...list].join('\n');
  };
  return layOut(texts, to, subject(data.overdue), [
    texts.hello,
    explanation,
    ...data.tehsils.map(ofTehsil),
    { label: button, url: pageUrl(publicUrl, 'figures', {}) },
  ]);
}

/** No more messages go to telephones that day. @param to a head */
export const messagesLimited = (
  { day, limit }: EventData<'MessagesLimited'>,
  to: EventData<'MessagesLimited'>['to'][number],
  texts: Texts,
): Mail =>
  layOut(texts, to.email, texts.messagesLimited.subject(limit), [
    administratorGreeting(texts, to),
    texts.messagesLimited.explanation(texts.day(day)),
    texts.messagesLimited.advice,
  ]);

/** The head of the office is mailed from this dispute of a report on. */
const firstEscalated = 3;

/** @param to ESCALATION_EMAIL. @returns null unless the reporter said for at least the third time that it is not fixed */
export function disputedOften(answer: EventData<'ClosureAnswered'>, to: string, texts: Texts): Mail | null {
  const { reference, disputes = 0, reason } = answer;
  if (answer.answer !== 'disputed' || disputes < firstEscalated) return null;
  return layOut(texts, to, texts.disputedOften.subject(reference, disputes), [
    texts.hello,
    texts.disputedOften.explanation(withTehsilInMail(answer)),
    ...(reason ? [texts.closureDisputed.reason(textInMail(reason))] : []),
  ]);
}
