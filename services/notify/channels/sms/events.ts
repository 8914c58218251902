import { type EventData, phoneCodeKind } from '@tma/contracts';
import { createLinkCode, mobileNumber, type Tx } from '@tma/kit';
import type { NotifyConfig } from '../../config.ts';
import type { Message, Messages } from '../../queue/channel.ts';
import { smsTextsIn } from '../../texts/index.ts';
import { fitted } from '../../texts/sms/segments.ts';
import { lineInMail } from '../../texts/user-text.ts';
import { maySpendOnStranger, mayTell } from './allowance.ts';
import { answerWithin, recordLink, replyTaken, statusTold } from './answers.ts';
import { cancelQuestions } from './cancel.store.ts';
import { issueCode } from './codes.ts';
import { messageTo, question, type Sms } from './message.ts';
import { isStopped, numberOf, phoneOf } from './phones.store.ts';

type Told = EventData<'ReportCreated'> | EventData<'StatusChanged'> | EventData<'NoteAdded'>;

interface Recipient {
  number: string;
  language: string;
}

/** The recipient of an event's message; null where nobody wants messages. */
async function recipientOf(tx: Tx, data: Told, config: NotifyConfig): Promise<Recipient | null> {
  const { reporter } = data;
  const number = reporter?.id ? await numberOf(tx, reporter.id) : counterNumber(data, config);
  return number && !(await isStopped(tx, number)) ? { number, language: languageOf(data) } : null;
}

const counterNumber = ({ phone }: Told, { SMS_COUNTRIES }: NotifyConfig) =>
  phone ? mobileNumber(phone.number, SMS_COUNTRIES) : null;
const languageOf = ({ reporter, phone }: Told) => reporter?.language ?? phone?.language ?? '';

/** The person who is asked by message, as reports signs it. */
export const askedBy = ({ reporter, phone }: EventData<'StatusChanged'>) => reporter?.id ?? phone?.number ?? null;

/**
 * The unasked message of an event, within the limits; none where nothing may be sent.
 * @param askedUntil of a question, the end of the time to answer
 * @param write makes its text, and knows whether it replaces one that waits
 */
async function tell(
  tx: Tx,
  config: NotifyConfig,
  data: Told,
  { about, askedUntil, isStillAsked = false }: { about: string; askedUntil?: string; isStillAsked?: boolean },
  write: (to: Recipient, isInstead: boolean) => Promise<string> | string,
): Promise<Message[]> {
  const to = await recipientOf(tx, data, config);
  const allowed = to && (await mayTell(tx, config, { number: to.number, about, isStillAsked }));
  if (!to || !allowed) return [];
  const { heldUntil, isInstead } = allowed;
  const sms: Sms = { text: await write(to, isInstead), isAnswer: false, ...(askedUntil && { until: askedUntil }) };
  return [messageTo(to.number, sms, { about, heldUntil, isSealed: true, ...(askedUntil && { kind: question }) })];
}

/**
 * An answer to a message. It is sent at any hour, does not count as an unasked message, and goes even to a number that wants none.
 */
async function answer(tx: Tx, config: NotifyConfig, data: Told, write: (to: Recipient) => string): Promise<Message[]> {
  const { reporter } = data;
  const number = reporter?.id ? (await phoneOf(tx, reporter.id))?.number : counterNumber(data, config);
  return number ? answerWithin(tx, config, number, write({ number, language: languageOf(data) })) : [];
}

export function smsOfEvents(config: NotifyConfig): Messages {
  const linkTo = (report: Told) => recordLink(config, report);
  return {
    PhoneCodeRequested: async (data, tx) => ((await maySpendOnStranger(tx, config)) ? [codeMessage(data, config)] : []),
    ReportCreated: (data, tx) =>
      tell(tx, config, data, { about: `state:${data.id}` }, ({ language }) => {
        const texts = smsTextsIn(language);
        const issue = texts.issues.get(data.issue) ?? lineInMail(data.issue);
        return fitted((piece) => texts.received(data.reference, piece), issue, linkTo(data));
      }),
    StatusChanged: (data, tx) => statusMessages(data, tx, config),
    NoteAdded: (data, tx) =>
      tell(tx, config, data, { about: `note:${data.id}` }, ({ language }) =>
        fitted((piece) => smsTextsIn(language).note(data.reference, piece), lineInMail(data.text), linkTo(data)),
      ),
    // It was answered by link, or its time is over: the question is cancelled.
    ClosureAnswered: async ({ id }, tx) => {
      await cancelQuestions(tx, id);
      return [];
    },
    // Nobody is asked of a duplicate, also where its status stays as it was.
    DuplicateMarked: async ({ id, of }, tx) => {
      if (of) await cancelQuestions(tx, id);
      return [];
    },
    ClosureReplyTaken: (data, tx) => replyTaken(data, tx, config),
    StatusTold: (data, tx) => statusTold(data, tx, config),
  };
}

/** Of a closing the question whether it is fixed, of another change what it is. */
function statusMessages(data: EventData<'StatusChanged'>, tx: Tx, config: NotifyConfig): Promise<Message[]> {
  const { closure } = data;
  const about = `state:${data.id}`;
  if (closure?.messageSignature && askedBy(data)) {
    const ask = async (to: Recipient) =>
      smsTextsIn(to.language).question(data.reference, await issueCode(tx, data, closure, to, config));
    return tell(tx, config, data, { about, askedUntil: closure.answerBy }, ask);
  }
  const write = ({ language }: Recipient, isInstead = false) =>
    fitted(() => changed(data, language, isInstead), '', recordLink(config, data));
  if (data.byMessage) return answer(tx, config, data, write);
  // Another schedule leaves a closed report closed: whether it is fixed is still asked.
  return tell(tx, config, data, { about, isStillAsked: data.from.status === data.to.status }, write);
}

function codeMessage(data: EventData<'PhoneCodeRequested'>, { LINK_SECRET: secret }: NotifyConfig): Message {
  const { number: address, sealedLink, language, expiresAt: until } = data;
  const code = createLinkCode(sealedLink.key, secret, { kind: phoneCodeKind, id: sealedLink.id, address });
  const sms: Sms = { text: smsTextsIn(language).code(code), isAnswer: true, until };
  return messageTo(address, sms, { isSealed: true });
}

/** What changed, in a sentence. @param isInstead whether it replaces a message about an earlier change: then all is told */
function changed(
  { reference, from, to, changedBy }: EventData<'StatusChanged'>,
  language: string,
  isInstead: boolean,
): string {
  const texts = smsTextsIn(language);
  if (changedBy === 'resident') return texts.disputed(reference);
  const day = to.schedule && (isInstead || to.schedule !== from.schedule) ? texts.day(to.schedule) : null;
  if (isInstead || to.status !== from.status)
    return texts.status(reference, texts.statuses.get(to.status) ?? to.status, day);
  return day ? texts.scheduled(reference, day) : texts.unscheduled(reference);
}
