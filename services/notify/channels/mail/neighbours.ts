/** The mails of reports that several have in common: each function fills the texts of one language with the data of one event. */
import { type EventData, pageUrl } from '@tma/contracts';
import type { Texts } from '../../texts/en.ts';
import { textInMail, withTehsilInMail } from '../../texts/user-text.ts';
import { layOut, type Mail } from './layout.ts';
import { greeting, ownReportsLink, stateAfter, statusSubject } from './mails.ts';

/** @returns null where it was undone, and where nobody is to be written to */
export function duplicateMarked(data: EventData<'DuplicateMarked'>, texts: Texts, publicUrl: string): Mail | null {
  const { reference, of, reporter } = data;
  if (!of || !reporter) return null;
  const { subject, explanation } = texts.duplicate;
  return layOut(texts, reporter.email, subject(reference, of.reference), [
    greeting(texts, reporter.name),
    explanation(withTehsilInMail(data), { other: of.reference, both: reporter.id !== null }),
    ...ownReportsLink(reporter, texts, publicUrl),
  ]);
}

/** What happened to a report that somebody supports. @param to one of them */
export function supportersTold(
  data: EventData<'SupportersTold'>,
  to: EventData<'SupportersTold'>['to'][number],
  texts: Texts,
  publicUrl: string,
): Mail {
  const { reference, change, text } = data;
  const { subject, changed, message, cause, button } = texts.supported;
  const shown = withTehsilInMail(data);
  const told = change
    ? [changed(shown), stateAfter(change, texts)]
    : [message(shown), texts.quote(textInMail(text ?? ''))];
  return layOut(
    texts,
    to.email,
    change ? statusSubject({ reference, ...change }, texts, texts.supported) : subject.message(reference),
    [
      greeting(texts, to.name),
      ...told,
      cause,
      { label: button, url: pageUrl(publicUrl, 'userDashboard', { tab: 'mycomplaints' }) },
    ],
  );
}
