import type { Pool } from '@tma/kit';
import { fillKeys, takeUpOld } from '../stores/search.store.ts';

/** So many reports in a transaction, which takes some tens of milliseconds. */
const step = 100;
/** So many are noted at once before. */
const many = 5000;

/** Makes the keys of all reports that have none: those of before, of an old version of the service, of erased reporters. */
export async function fillWords(pool: Pool, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    if ((await fillKeys(pool, step)) > 0) continue;
    if (!(await takeUpOld(pool, many))) return;
  }
}
