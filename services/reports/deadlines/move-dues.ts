import { type Pool, transaction } from '@tma/kit';
import { readRules } from '../report/due/deadlines.store.ts';
import { createReckoner } from '../report/due/rules.ts';
import { lockMove, moveDues, nextOpen, saveMove, tehsilsToMove } from './due-moves.store.ts';

/** How many reports one transaction looks at: those whose day moves are locked for as long as it takes. */
const stepSize = 500;

/** The gateway waits 10 s for an answer. */
const answerMs = 7000;

/** What parts due days needs of the service. */
interface MoveParts {
  pool: Pool;
  config: { TIME_ZONE: string };
}

/**
 * Moves the due days of a tehsil's open reports to where its rules of now say, in steps; does nothing where no rule has changed
 * since the last time. Others that move the same tehsil's take turns with this: each does the next step. A rule that
 * changes meanwhile has all of it looked at again.
 */
export async function moveDuesOf(parts: MoveParts, tehsil: string, signal?: AbortSignal): Promise<void> {
  for (let isDone = false; !isDone && !signal?.aborted; ) isDone = await moveSome(parts, tehsil);
}

/** The same for as long as somebody waits for the answer. Of many hundred thousand reports some are left to the background. */
export const moveDuesAtOnce = (parts: MoveParts, tehsil: string): Promise<void> =>
  moveDuesOf(parts, tehsil, AbortSignal.timeout(answerMs));

/** @returns whether nothing is left */
const moveSome = ({ pool, config }: MoveParts, tehsil: string): Promise<boolean> =>
  transaction(pool, async (tx) => {
    // The rules are read once the move is locked. Whoever changes them waits for it, and begins it again.
    const place = await lockMove(tx, tehsil);
    if (!place) return true;
    const rules = await readRules(tx, tehsil);
    const open = await nextOpen(tx, tehsil, place, stepSize);
    const dueOf = createReckoner(rules, config.TIME_ZONE);
    const moved = open.flatMap(({ id, issue, createdAt, due: before }) => {
      const due = dueOf(issue, createdAt);
      return before === due ? [] : [{ id, due }];
    });
    const next = open.length < stepSize ? null : (open.at(-1) ?? null);
    if (moved.length > 0) await moveDues(tx, moved);
    await saveMove(tx, tehsil, next);
    return next === null;
  });

/** Goes on with what others have begun and left, such as a process that was killed. */
export async function moveLeftDues(parts: MoveParts, signal: AbortSignal): Promise<void> {
  for (const tehsil of await tehsilsToMove(parts.pool)) await moveDuesOf(parts, tehsil, signal);
}
