import { closureReplyKind, limits, replyAddress } from '@tma/contracts';
import { appendEvent, mobileNumber, type Pool, signLink, type Tx, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { NotifyConfig } from '../../config.ts';
import type { Message } from '../../queue/channel.ts';
import { enqueue } from '../../queue/enqueue.ts';
import type { Sender } from '../../queue/sender.ts';
import { smsTextsIn } from '../../texts/index.ts';
import type { SmsTexts } from '../../texts/sms/en.ts';
import { maySpend, maySpendOnStranger } from './allowance.ts';
import { answerWithin } from './answers.ts';
import { cancelNotices } from './cancel.store.ts';
import { countWrong, lockCodes, type OpenCode } from './codes.store.ts';
import { findCode } from './codes.ts';
import { type Command, isUrdu, readCommand } from './commands.ts';
import { countFor, noteIncoming } from './counts.store.ts';
import { answerTo } from './message.ts';
import { lockOwner, setMessages, setStopped } from './phones.store.ts';

/** The parts that handling messages from telephones needs. */
export interface IncomingParts {
  pool: Pool;
  config: NotifyConfig;
  sender: Sender;
}

interface Incoming {
  /** Kannel's id of the message, which may come twice. */
  id: string;
  from: string;
  text: string;
}

/** How often a number may ask for the status of a report, in a day. */
const statusesPerDay = 10;
/** How many messages of a number are handled in a day; beyond them only STOP. */
const incomingPerDay = 100;

/** Handles a message from a telephone, once. The number proves nothing: whoever forges it does not know the code. */
export async function handleIncoming(parts: IncomingParts, { id, from, text }: Incoming): Promise<void> {
  const number = mobileNumber(from, parts.config.SMS_COUNTRIES);
  if (number === null) return;
  await transaction(parts.pool, async (tx) => {
    if (!(await noteIncoming(tx, id))) return;
    const known = { tx, parts, number, owner: await lockOwner(tx, number), codes: await lockCodes(tx, number) };
    const language = known.owner?.language ?? known.codes[0]?.language ?? (isUrdu(text) ? 'ur' : 'en');
    const command = readCommand(text);
    const isHandled = await countFor(tx, parts.config.TIME_ZONE, number, 'incoming', incomingPerDay);
    if (!isHandled && command.kind !== 'stop') return;
    const answers = await answersTo({ ...known, texts: smsTextsIn(language) }, command);
    await enqueue(tx, parts.sender, { id: uuid(), type: 'Answer', time: new Date().toISOString() }, answers);
  });
}

/** What is known of a number while its message is handled. */
interface Context {
  tx: Tx;
  parts: IncomingParts;
  number: string;
  owner: Awaited<ReturnType<typeof lockOwner>>;
  codes: readonly OpenCode[];
  texts: SmsTexts;
}

/** The answers that are sent at once. Others follow when another service has handled an event. */
async function answersTo(context: Context, command: Command): Promise<Message[]> {
  const { tx, parts, number, owner } = context;
  if (command.kind === 'yes' || command.kind === 'no') return reply(context, command);
  if (command.kind === 'stop' || command.kind === 'start') return stopOrStart(context, command.kind === 'stop');
  if (command.kind !== 'status' || !owner) return help(context);
  if (await countFor(tx, parts.config.TIME_ZONE, number, 'status', statusesPerDay))
    await appendEvent(tx, 'StatusAsked', owner.userId, { userId: owner.userId, reference: command.reference });
  return [];
}

/** An answer to a closing: reports decides whether it counts, and tells notify by an event. */
async function reply(context: Context, command: Command & { kind: 'yes' | 'no' }): Promise<Message[]> {
  const { tx, parts, number, codes, texts } = context;
  if (codes.length === 0) return help(context);
  const found = findCode(codes, number, command.code, parts.config);
  if (!found) {
    await countWrong(tx, number);
    return answerWithin(tx, parts.config, number, texts.wrongCode);
  }
  const said = {
    answer: command.kind === 'yes' ? ('fixed' as const) : ('not-fixed' as const),
    reason: (command.kind === 'no' && reasonIn(command.text)) || null,
  };
  const { closureId: id, reportId, key } = found;
  const link = { kind: closureReplyKind, id, address: replyAddress(said) };
  const signature = signLink(key, parts.config.CLOSURE_LINK_SECRET, link);
  await appendEvent(tx, 'ClosureReplied', reportId, { closureId: id, reportId, ...said, key, signature });
  return [];
}

/**
 * The text of a message, cut and cleaned so that a form would accept it (`prose`): without control characters and halves of
 * characters.
 */
const reasonIn = (text: string) =>
  text
    .replaceAll(/[[\p{Cs}\p{Cc}]--\n]/gv, ' ')
    .slice(0, limits.disputeReason)
    .replace(/\p{Cs}$/u, '')
    .trim();

async function stopOrStart(context: Context, isStop: boolean): Promise<Message[]> {
  const answers = await confirmStopOrStart(context, isStop);
  if (isStop) await cancelNotices(context.tx, context.number);
  return answers;
}

/** Confirmed only if it changes something. */
async function confirmStopOrStart(context: Context, isStop: boolean): Promise<Message[]> {
  const { tx, parts, number, owner, codes, texts } = context;
  const changed = [await setStopped(tx, number, isStop)];
  if (owner) {
    const { userId } = owner;
    changed.push(await setMessages(tx, userId, !isStop));
    if (changed.includes(true)) await appendEvent(tx, 'MessagesAsked', userId, { userId, number, messages: !isStop });
  }
  if (!changed.includes(true)) return isStop ? [] : help(context);
  const mayPay = owner || codes.length > 0 ? maySpend : maySpendOnStranger;
  return answerWithin(tx, parts.config, number, isStop ? texts.stopped : texts.started, mayPay);
}

/** One line of help, once a day. */
async function help({ tx, parts: { config }, number, texts }: Context): Promise<Message[]> {
  const may = (await countFor(tx, config.TIME_ZONE, number, 'help', 1)) && (await maySpendOnStranger(tx, config));
  return may ? answerTo(number, texts.help) : [];
}
