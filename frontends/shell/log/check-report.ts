import { isSame, toBase64 } from '@tma/contracts/log/bytes';
import { isLate } from '@tma/contracts/log/late';
import { parseCheckpoint, parseKey } from '@tma/contracts/log/note';
import { filledOf, leavesIn, tilePath, tileWidth } from '@tma/contracts/log/tiles';
import { type Hash, hashLeaf, inclusionProof, rootOfInclusion, type Tree } from '@tma/contracts/log/tree';
import type { Answer } from '@tma/web/api/operation-types';

/**
 * The result of checking a report. `signed`: whether the signature is right; null where this browser has no Ed25519.
 */
export type Outcome =
  | {
      state: 'proved';
      reference: string;
      count: number;
      size: number;
      root: string;
      signed: true | null;
      waiting: boolean;
    }
  | { state: 'differs'; reference: string }
  | { state: 'unknown' | 'none' | 'unreachable' | 'insecure' };

type PublicRecord = Answer<'GET /api/record/{reference}'>;
/** A fact as the portal shows it now. */
type Fact = PublicRecord['history'][number];
type Leaf = Fact & { reference: string };

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Hash> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

async function get(path: string): Promise<Response | null> {
  const answer = await fetch(path, { cache: 'no-cache' });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return answer;
}

/** Compares what the portal says about a report with what was signed. */
export async function checkReport(reference: string): Promise<Outcome> {
  if (!globalThis.crypto?.subtle) return { state: 'insecure' };
  const record = await get(`/api/record/${encodeURIComponent(reference)}`);
  if (!record) return { state: 'unknown' };
  const [note, key] = [await get('/log/checkpoint'), await get('/log/key')];
  if (!note || !key) return { state: 'none' };
  const checkpoint = parseCheckpoint(await note.text());
  const signed = await isSigned(checkpoint, await key.text());
  if (signed === false) return { state: 'differs', reference };
  const log = openLog(checkpoint);
  const told = (await record.json()) as PublicRecord;
  if (!isStateOf(told, told.history.at(-1))) return { state: 'differs', reference };
  // By the portal's time: a device's clock that is ahead would call a fact of this moment late, and the report changed.
  const now = Date.parse(record.headers.get('date') ?? '') || Date.now();
  let count = 0;
  for (const fact of told.history) {
    const found = await log.find(fact.seq);
    if (found === null && !isLate(fact, now)) continue;
    if (!found || !isFact(found.leaf, told.reference, fact) || !(await log.has(found)))
      return { state: 'differs', reference };
    count += 1;
  }
  const { size } = checkpoint;
  const root = toBase64(checkpoint.root).slice(0, 8);
  const waiting = count < told.history.length;
  return { state: 'proved', reference: told.reference, count, size, root, signed, waiting };
}

const compared = ['seq', 'at', 'kind', 'status', 'schedule'] as const;
const isFact = (leaf: Leaf, reference: string, fact: Fact) =>
  leaf.reference === reference && compared.every((name) => leaf[name] === fact[name]);

/** Whether the status and schedule that the portal shows are those after the last fact: the log has facts alone. */
const isStateOf = ({ status, schedule }: PublicRecord, last: Fact | undefined) =>
  last?.status === status && last.schedule === schedule;

type Checkpoint = ReturnType<typeof parseCheckpoint>;

/** Null where the browser cannot tell. */
async function isSigned({ text, signatures }: Checkpoint, told: string): Promise<boolean | null> {
  const { key, keyId } = parseKey(told);
  const known = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']).catch(() => null);
  if (!known) return null;
  const ours = signatures.find((one) => isSame(one.keyId, fromHex(keyId)));
  return !!ours && crypto.subtle.verify('Ed25519', known, ours.signature, new TextEncoder().encode(text));
}

const fromHex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

function openLog({ origin, size, root }: Checkpoint) {
  const prefix = `/log/${/\/log\/(\d+)$/.exec(origin)?.[1] ?? ''}`.replace(/\/$/, '');
  const known = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const read = (level: number | 'entries', n: number, width: number) => {
    const path = `${prefix}/${tilePath({ level, n, width })}`;
    const found = known.get(path) ?? fetchBytes(path);
    known.set(path, found);
    return found;
  };
  const tree: Tree = { sha256, read, size };
  const bundle = async (n: number) => leavesIn(await read('entries', n, filledOf({ level: 'entries', n }, size)));
  return {
    /** The leaf of an entry: leaves have the order of entries. Null where there is none. */
    async find(seq: number) {
      if (size === 0) return null;
      let [from, to] = [0, Math.ceil(size / tileWidth) - 1];
      while (from < to) {
        const middle = Math.ceil((from + to) / 2);
        const [first] = await bundle(middle);
        if (first && leafOf(first).seq <= seq) from = middle;
        else to = middle - 1;
      }
      const lines = await bundle(from);
      const at = lines.findIndex((line) => leafOf(line).seq === seq);
      const line = lines[at];
      return line ? { index: from * tileWidth + at, line, leaf: leafOf(line) } : null;
    },
    /** Whether the signed root is of a log with this leaf. */
    async has({ index, line }: { index: number; line: Uint8Array }): Promise<boolean> {
      const [leaf, proof] = [await hashLeaf(sha256, line), await inclusionProof(tree, index)];
      const made = await rootOfInclusion(sha256, { index, size, leaf, proof });
      return made !== null && isSame(made, root);
    },
  };
}

async function fetchBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const leafOf = (line: Uint8Array) => JSON.parse(new TextDecoder().decode(line)) as Leaf;
