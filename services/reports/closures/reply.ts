/** What reporters say by message, as notify hears it. */
import { closureReplyKind, type EventData, replyAddress } from '@tma/contracts';
import { appendEvent, HttpError, requireSigned, type Tx } from '@tma/kit';
import { reportOfClosure } from '../report/closure/closures.store.ts';
import type { Reports } from '../report/context.ts';
import { duplicatesIn, OtherDuplicates } from '../report/followers/with-duplicates.ts';
import { answerIn } from './answer.ts';

type Reply = EventData<'ClosureReplied'>;

/** Throws `RefusedEvent` unless whoever has the key of the closure's link says so: number and code were right. */
export function requireReply({ closureId: id, key, signature, ...said }: Reply, secret: Buffer): void {
  requireSigned({ key, signature }, secret, { kind: closureReplyKind, id, address: replyAddress(said) });
}

/** Answers a closure as its link does, and writes the event that tells the sender of the message the result. */
export async function takeReply(config: Reports['config'], reply: Reply, tx: Tx): Promise<void> {
  const { reportId, closureId } = reply;
  // The signature says nothing of the report.
  const isOfReport = (await reportOfClosure(tx, closureId)) === reportId;
  const outcome = isOfReport ? await outcomeOf(config, reply, tx) : 'not_found';
  await appendEvent(tx, 'ClosureReplyTaken', reportId, { id: reportId, closureId, outcome });
}

async function outcomeOf(config: Reports['config'], reply: Reply, tx: Tx): Promise<string> {
  const { reportId, closureId, answer, reason } = reply;
  const request = { reportId, closureId, by: { audience: 'link' }, byMessage: true } as const;
  const parts = { duplicates: duplicatesIn(tx, reportId), timeZone: config.TIME_ZONE };
  try {
    const isNew = await answerIn(tx, parts, request, { answer, reason: reason ?? undefined });
    if (answer === 'fixed') return 'confirmed';
    return isNew ? 'disputed' : 'disputed_before';
  } catch (error) {
    // Its duplicates were changed meanwhile: the event is handled again.
    if (error instanceof HttpError && !(error instanceof OtherDuplicates)) return error.code;
    throw error;
  }
}
