import { commitWith, transaction } from '@tma/kit';
import { lockRules, readRules } from '../stores/deadlines.store.ts';
import { fillDues, lockWithoutDue, nextTehsilWithoutDue } from '../stores/due-moves.store.ts';
import type { Moving } from './move-dues.ts';
import { createReckoner } from './rules.ts';

/** Reports in one transaction: they are locked for as long as it takes. */
const stepSize = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Gives each report without a due day the one of its tehsil's rules, and the time of its last closing: reports of before, and
 * those that instances of the version before submit. Any number of instances may do so at once: what one has locked, the
 * others leave alone.
 */
export async function fillMissingDues(filling: Moving, signal?: AbortSignal): Promise<void> {
  for (let tehsil = ''; ; ) {
    const next = await nextTehsilWithoutDue(filling.pool, tehsil);
    if (next === null) return;
    tehsil = next;
    for (let id: string | null = firstId; id !== null; ) {
      if (signal?.aborted) return;
      id = await fillSome(filling, tehsil, id);
    }
  }
}

/** @returns the last id; null when there were no more */
const fillSome = ({ pool, config }: Moving, tehsil: string, after: string): Promise<string | null> =>
  transaction(pool, async (tx) => {
    const [, rules, found] = await Promise.all([
      lockRules(tx, tehsil),
      readRules(tx, tehsil),
      lockWithoutDue(tx, tehsil, after, stepSize),
    ]);
    const last = found.at(-1);
    if (!last) return null;
    const dueOf = createReckoner(rules, config.TIME_ZONE);
    const dues = found.map(({ id, issue, createdAt }) => ({ id, due: dueOf(issue, createdAt) }));
    await commitWith(tx, [fillDues(tx, dues)]);
    return last.id;
  });
