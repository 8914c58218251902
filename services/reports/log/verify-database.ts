import { hashOfRange, isLate, type LogLeaf, lineOfLeaf, toBase64 } from '@tma/contracts';
import type { Db } from '@tma/kit';
import { hashOfWords, type LeafBefore, leafOf } from './leaves.ts';
import {
  type Contradiction,
  type Entry,
  entriesBetween,
  findContradiction,
  type LogState,
  linesFrom,
} from './log.store.ts';
import { numberOf } from './origin.ts';
import { Falsified, type PublicLog } from './public-log.ts';
import type { NumberedLeaf } from './verify-signed.ts';

/**
 * Compares the leaves of a log, in their order, with the database that they are of. Throws `Falsified` for the first leaf whose entry is
 * not as it was signed, and for the first entry without a leaf.
 */
export class Comparison {
  readonly #db: Db;
  /** The newest checkpoint by the database, and the time, both before the log was read: it goes on growing meanwhile. */
  readonly #signed: LogState['signed'];
  readonly #begun = Date.now();
  /** Where closures stand, of reports whose last leaf says so: of millions there are few that differ, each of which is kept once. */
  readonly #before = new Map<string, LeafBefore>();
  readonly #kinds = new Map<string, LeafBefore>();
  #upto = 0;

  constructor(db: Db, { signed }: LogState) {
    this.#db = db;
    this.#signed = signed;
  }

  /** Whether the log is at least the one that the database knows to be out. */
  async requireWhole({ tree, size }: PublicLog): Promise<void> {
    const signed = this.#signed;
    if (!signed) return;
    if (size < signed.size)
      throw new Falsified(`The log was cut: it has ${size} leaves, and ${signed.size} were signed.`);
    if (toBase64(await hashOfRange({ ...tree, size }, 0, signed.size)) !== signed.root)
      throw new Falsified(
        `The log was cut and has grown again: its first ${signed.size} leaves are not those that were signed.`,
      );
  }

  async compare({ origin }: PublicLog, leaves: readonly NumberedLeaf[]): Promise<void> {
    const last = leaves.at(-1)?.leaf.seq ?? this.#upto;
    const entries = await entriesBetween(this.#db, this.#upto, last, 100_000);
    const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
    for (const { index, leaf } of leaves) {
      const entry = bySeq.get(leaf.seq);
      if (!entry) throw new Falsified(`${named(index, leaf)} has no entry any more: it was deleted from the database.`);
      bySeq.delete(leaf.seq);
      this.#compareOne(index, leaf, entry);
    }
    requireNone([...bySeq.values()][0]);
    await this.#compareLines(numberOf(origin), leaves);
    this.#upto = last;
  }

  /** The lines that the database keeps: the log would be made of them again, and `prove` finds leaves by them. */
  async #compareLines(log: number, leaves: readonly NumberedLeaf[]): Promise<void> {
    const kept = await linesFrom(this.#db, log, leaves[0]?.index ?? 0, leaves.length);
    for (const [place, { index, leaf }] of leaves.entries()) {
      const found = kept[place];
      if (found?.leaf === index && found.seq === leaf.seq && found.line === lineOfLeaf(leaf)) continue;
      throw new Falsified(`${named(index, leaf)}: its line in the database is not the one that was signed.`);
    }
  }

  #compareOne(index: number, leaf: LogLeaf, entry: Entry): void {
    const made = leafOf(entry, entry.salt, this.#before.get(leaf.reference));
    const names = Object.keys(leaf) as (keyof LogLeaf)[];
    const wrong = names.find((name) => name !== 'private' && made[name] !== leaf[name]);
    if (wrong)
      throw new Falsified(
        `${named(index, leaf)} was signed with ${wrong} ${leaf[wrong]}; the database says ${made[wrong]}.`,
      );
    requirePicture(index, leaf, entry);
    requireWords(index, leaf, entry);
    if (leaf.closure === null) this.#before.delete(leaf.reference);
    else this.#before.set(leaf.reference, this.#shared(leaf));
  }

  #shared({ status, closure }: LeafBefore): LeafBefore {
    const kind = `${status}/${closure}`;
    const known = this.#kinds.get(kind) ?? { status, closure };
    this.#kinds.set(kind, known);
    return known;
  }

  /** Once all leaves were compared: what is only in the database. */
  async end(): Promise<void> {
    const [next] = await entriesBetween(this.#db, this.#upto, Number.MAX_SAFE_INTEGER, 1);
    if (next && isLate(next, this.#begun)) requireNone(next);
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const page = await findContradiction(this.#db, after);
      if (!page) return;
      if (page.contradiction) throw new Falsified(inWords(page.contradiction));
      after = page.id;
    }
  }
}

const named = (index: number, { reference, kind, seq }: LogLeaf) =>
  `Leaf ${index} (${reference}, ${kind}, entry ${seq})`;

function requireNone(entry: Entry | undefined): void {
  if (!entry) return;
  throw new Falsified(`Entry ${entry.seq} of the history (${entry.reference}, ${entry.kind}) has no leaf in the log.`);
}

/** The log waits for what a picture hashes to: a path of which that is not known came into the entry later. */
function requirePicture(index: number, leaf: LogLeaf, { hashed, image }: Entry): void {
  if (leaf.kind !== 'proved' || hashed) return;
  throw new Falsified(`${named(index, leaf)}: the picture behind it, ${image}, is not the one that was signed.`);
}

const compared = ['created', 'closure', 'closing', 'disputes', 'proof', 'hidden', 'duplicate'] as const;

function inWords({ reference, says, told }: Contradiction): string {
  if (says.state !== told.state)
    return `Report ${reference} is ${says.state} in the database, and its history ends with ${told.state}.`;
  const wrong = compared.find((name) => says[name] !== told[name]) ?? 'closure';
  const [now, then] = [says, told].map((one) => one[wrong] ?? 'none');
  return `Report ${reference} has ${wrong} ${now} in the database, and ${then} by its history.`;
}

/** Of words that were erased, nothing can be said. */
function requireWords(index: number, leaf: LogLeaf, { words, salt, erased }: Entry): void {
  if (leaf.private === null) return;
  if (salt && words !== null) {
    if (hashOfWords(salt, words) === leaf.private) return;
    throw new Falsified(`${named(index, leaf)}: the words behind it are not those that were signed.`);
  }
  if (!erased) throw new Falsified(`${named(index, leaf)}: the words behind it are gone, though nobody was erased.`);
}
