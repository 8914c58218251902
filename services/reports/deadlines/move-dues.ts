import { type Parts, type Pool, transaction } from '@tma/kit';
import { readRules } from '../report/due/rules.store.ts';
import { createDueDays } from '../report/due/rules.ts';
import { lockMove, moveDues, nextOpen, saveMove, tehsilsToMove } from './due-moves.store.ts';

/** How many reports one transaction looks at: those whose day moves are locked for as long as it takes. */
const stepSize = 500;

/** The gateway waits 10 s for an answer. */
const answerMs = 7000;

interface MoveParts {
  pool: Pool;
  config: { TIME_ZONE: string };
}

/**
 * Moves the due days of a tehsil's open reports to those of its current rules, in steps; does nothing if no rule has
 * changed since the last time. Several calls for the same tehsil take turns: each does the next step. If a rule changes
 * meanwhile, the move begins again.
 */
export async function moveDuesOf(parts: MoveParts, tehsil: string, signal?: AbortSignal): Promise<void> {
  let isDone = false;
  while (!isDone && !signal?.aborted) isDone = await moveSome(parts, tehsil);
}

/** The same while a caller waits for the answer; of many hundred thousand reports some are left to the background. */
export const moveDuesAtOnce = (parts: MoveParts, tehsil: string): Promise<void> =>
  moveDuesOf(parts, tehsil, AbortSignal.timeout(answerMs));

/** @returns whether nothing is left */
const moveSome = ({ pool, config }: MoveParts, tehsil: string): Promise<boolean> =>
  transaction(pool, async (tx) => {
    // The rules are read once the move is locked: a change of rules waits for it, and then makes it begin again.
    const place = await lockMove(tx, tehsil);
    if (!place) return true;
    const rules = await readRules(tx, tehsil);
    const open = await nextOpen(tx, tehsil, place, stepSize);
    const dueOf = createDueDays(rules, config.TIME_ZONE);
    const moved = open.flatMap(({ id, issue, createdAt, due: before }) => {
      const due = dueOf(issue, createdAt);
      return before === due ? [] : [{ id, due }];
    });
    const next = open.length < stepSize ? null : (open.at(-1) ?? null);
    if (moved.length > 0) await moveDues(tx, moved);
    await saveMove(tx, tehsil, next);
    return next === null;
  });

/**
 * Continues moves that others left unfinished, such as a process that was killed. A tehsil whose due days cannot be moved does not hold up
 * others, and is tried again the next time.
 */
export async function moveLeftDues(parts: MoveParts & Pick<Parts, 'log'>, signal: AbortSignal): Promise<void> {
  for (const tehsil of await tehsilsToMove(parts.pool))
    await moveDuesOf(parts, tehsil, signal).catch((err: unknown) =>
      parts.log.warn({ err, tehsil }, 'the due days of a tehsil could not be moved'),
    );
}
