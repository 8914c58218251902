/** The answers to messages from telephones. */
import { type EventData, isProblem, recordUrl } from '@tma/contracts';
import type { Tx } from '@tma/kit';
import type { NotifyConfig } from '../../config.ts';
import type { Message } from '../../queue/channel.ts';
import { smsTextsIn } from '../../texts/index.ts';
import type { SmsTexts } from '../../texts/sms/en.ts';
import { fitted } from '../../texts/sms/segments.ts';
import { maySpend } from './allowance.ts';
import { askedAbout } from './codes.store.ts';
import { countFor } from './counts.store.ts';
import { answerTo } from './message.ts';
import { phoneOf } from './phones.store.ts';

/** The most answers to one number in a day: it bounds what somebody who forges the number can make the portal pay. */
const answersPerDay = 20;

/** The answer to a number, unless its limit or that of all is used up today. @param mayPay whether all may have one more */
export async function answerWithin(
  tx: Tx,
  config: NotifyConfig,
  number: string,
  text: string,
  mayPay = maySpend,
): Promise<Message[]> {
  const may = (await countFor(tx, config.TIME_ZONE, number, 'answer', answersPerDay)) && (await mayPay(tx, config));
  return may ? answerTo(number, text) : [];
}

/** The link to a report's record; certificates, licences and hidden reports have none. An older event may not say what the report is about. */
export const recordLink = (
  { PUBLIC_URL }: Pick<NotifyConfig, 'PUBLIC_URL'>,
  { issue, reference, hidden }: { issue?: string; reference: string; hidden?: boolean },
): string => ((issue === undefined || isProblem(issue)) && !hidden ? recordUrl(PUBLIC_URL, reference) : '');

/** The answer by its outcome; for a dispute the change of the report is the answer. */
const outcomes: Readonly<
  Record<string, keyof Pick<SmsTexts, 'confirmed' | 'disputedBefore' | 'answeredBefore' | 'over' | 'sayWhat'>>
> = {
  confirmed: 'confirmed',
  disputed_before: 'disputedBefore',
  already_answered: 'answeredBefore',
  closure_over: 'over',
  not_found: 'over',
  invalid_request: 'sayWhat',
};

export async function replyTaken(
  data: EventData<'ClosureReplyTaken'>,
  tx: Tx,
  config: NotifyConfig,
): Promise<Message[]> {
  const name = outcomes[data.outcome];
  const [to] = await askedAbout(tx, data.closureId);
  return name && to ? answerWithin(tx, config, to.number, smsTextsIn(to.language)[name](to.reference)) : [];
}

export async function statusTold(data: EventData<'StatusTold'>, tx: Tx, config: NotifyConfig): Promise<Message[]> {
  const to = await phoneOf(tx, data.userId);
  if (!to || !(await maySpend(tx, config))) return [];
  const texts = smsTextsIn(to.language);
  const { reference, status, schedule } = data;
  if (status === null) return answerTo(to.number, texts.noReport(reference));
  const text = texts.stands(reference, texts.statuses.get(status) ?? status, schedule && texts.day(schedule));
  return answerTo(
    to.number,
    fitted(() => text, '', recordLink(config, data)),
  );
}
