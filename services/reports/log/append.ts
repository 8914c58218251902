import { leafOfLine, lineOfLeaf } from '@tma/contracts';
import { type Pool, pause, type Tx, transaction } from '@tma/kit';
import { type LeafBefore, leafOf, saltOf } from './leaves.ts';
import * as store from './log.store.ts';

/** So many entries are appended in one transaction. */
const atOnce = 2000;
/** How often, and how long, it is waited for transactions that write into the history; in milliseconds. */
const pollMs = 50;
const waitMs = 4000;

/**
 * The entry of the history up to which none can be missing any more; null where writers take too long.
 *
 * Numbers are given before their transactions commit, and not in the order in which these do: whoever sees 8 may see 7 later.
 * Whoever got a number up to the newest that can be seen holds the lock that writing into a table takes (`ROW EXCLUSIVE`), or has
 * ended, and what it wrote can be seen. So the newest is read first, then who holds that lock; once those have ended, all up to it
 * can be seen. Nobody waits for this, and transactions that begin later are not waited for. Create index concurrently does the same.
 */
export async function settledUpTo(pool: Pool, signal?: AbortSignal): Promise<number | null> {
  const newest = await store.newestEntry(pool);
  let writers = await store.writersOfHistory(pool);
  const end = Date.now() + waitMs;
  while (writers.length > 0) {
    if (signal?.aborted || Date.now() > end) return null;
    await pause(pollMs, signal ?? new AbortController().signal);
    const now = await store.writersOfHistory(pool);
    writers = writers.filter((writer) => now.includes(writer));
  }
  return newest;
}

/** The newest checkpoint that is out, by number of its log and leaves; `isOurs` says whether our key signed it. */
export interface Head {
  log: number;
  size: number;
  isOurs: boolean;
}

/**
 * Appends a step of what is settled, in one transaction, to the log that the database has: its row is locked, so that one instance does
 * at a time. One that was frozen meanwhile has lost its connection, and with it all it did.
 * @param head as it was read before: a log that is ahead of the database belongs to a later state of it
 * @returns null where another instance does
 */
export const appendStep = (pool: Pool, upto: number, head: Head | null): Promise<Appended | null> =>
  transaction(pool, async (tx) => {
    const state = await store.lockLogState(tx);
    if (!state) return null;
    const begun = anotherLog(state, head);
    if (begun) {
      await store.beginLog(tx, begun.log);
      return { more: true, begun };
    }
    const found = await store.entriesBetween(tx, state.upto, upto, atOnce);
    const unhashed = found.findIndex(({ kind, hashed }) => kind === 'proved' && !hashed);
    const entries = unhashed < 0 ? found : found.slice(0, unhashed);
    const last = found.length < atOnce && unhashed < 0 ? upto : (entries.at(-1)?.seq ?? state.upto);
    if (entries.length > 0) await append(tx, state, entries);
    await store.saveLogState(tx, { ...state, upto: Math.max(last, state.upto), size: state.size + entries.length });
    return { more: entries.length > 0 && last < upto, begun: null };
  });

interface Appended {
  /** Whether more is settled. */
  more: boolean;
  /** The log that begins, and why. */
  begun: { log: number; reason: string } | null;
}

/** The log that has to begin, as the one that the database has cannot go on without a fork; null where it can. */
function anotherLog({ log, size, restored }: store.LogState, head: Head | null): Appended['begun'] {
  const next = Math.max(head?.log ?? 0, log) + 1;
  const begin = (reason: string, number = next) => ({ log: number, reason });
  // By time, as nobody knows either which numbers were given since.
  if (restored === 'unknown' || (restored && !head))
    return begin(
      'a backup was restored, and nobody knows here how far the log had come since',
      Math.max(next, nowInSeconds()),
    );
  if (!head || head.log < log) return null;
  if (!head.isOurs) return begin('its last checkpoint was signed with another key than LOG_KEY');
  if (head.log > log || head.size > size)
    return begin(`the database is of an older state: it has ${size} leaves, the log that is out ${head.size}`);
  return null;
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);

async function append(tx: Tx, { log, upto, size }: store.LogState, entries: readonly store.Entry[]): Promise<void> {
  const reports = [...new Set(entries.map(({ report }) => report))];
  const before = new Map<string, LeafBefore>();
  for (const { report, line } of await store.lastLines(tx, log, upto, reports)) before.set(report, leafOfLine(line));
  const salts: { seq: number; salt: Buffer }[] = [];
  const lines = entries.map((entry, index) => {
    const salt = saltOf(entry);
    const leaf = leafOf(entry, salt, before.get(entry.report));
    before.set(entry.report, leaf);
    if (salt && !entry.salt) salts.push({ seq: entry.seq, salt });
    return { leaf: size + index, seq: entry.seq, line: lineOfLeaf(leaf) };
  });
  await store.insertSalts(tx, salts);
  await store.insertLeaves(tx, log, lines);
}
