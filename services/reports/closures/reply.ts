/** What reporters say by message, as notify hears it. */
import { closureReplyKind, type EventData, replyAddress } from '@tma/contracts';
import { appendEvent, HttpError, requireSigned, type Tx } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { duplicatesIn, OtherDuplicates } from '../report/duplicates/with-duplicates.ts';
import { answerIn } from './answer.ts';

type Reply = EventData<'ClosureReplied'>;

/** Throws `RefusedEvent` unless whoever has the key of the closure's link says so: number and code were right. */
export function requireReply({ closureId: id, key, signature, ...said }: Reply, secret: Buffer): void {
  requireSigned({ key, signature }, secret, { kind: closureReplyKind, id, address: replyAddress(said) });
}

/** Answers a closure as its link does, and has whoever sent the message told what came of it. */
export async function takeReply(config: Reports['config'], data: Reply, tx: Tx): Promise<void> {
  const { reportId, closureId, answer, reason } = data;
  const request = { reportId, closureId, by: { audience: 'link' }, byMessage: true } as const;
  const duplicates = duplicatesIn(tx, reportId, true);
  const outcome = await answerIn(tx, { duplicates, timeZone: config.TIME_ZONE }, request, {
    answer,
    reason: reason ?? undefined,
  }).then(
    () => (answer === 'fixed' ? 'confirmed' : 'disputed'),
    (error: unknown) => {
      // Its duplicates were changed meanwhile: the event is handled again.
      if (error instanceof HttpError && !(error instanceof OtherDuplicates)) return error.code;
      throw error;
    },
  );
  await appendEvent(tx, 'ClosureReplyTaken', reportId, { id: reportId, closureId, outcome });
}
