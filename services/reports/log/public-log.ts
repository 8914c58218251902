import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Checkpoint,
  filledOf,
  leavesIn,
  parseCheckpoint,
  parseKey,
  type Tree,
  tilePath,
  tileWidth,
} from '@tma/contracts';
import { CommandFailed } from '@tma/kit';
import { numberOf, partOf } from './origin.ts';
import { keyIdOf, sha256 } from './signing.ts';

/** The log is not what was signed, or not what it has to be; the message is for whoever looks after the portal. */
export class Falsified extends CommandFailed {}

/** A log as a portal serves it, whose checkpoint was signed with the key. */
export interface PublicLog extends Checkpoint {
  note: string;
  /** The verifier key that it was checked with. */
  key: string;
  tree: Tree;
  bundle(n: number): Promise<Uint8Array<ArrayBuffer>[]>;
}

const answerMs = 20_000;
/** SPKI of an Ed25519 key, up to its 32 bytes (RFC 8410, 4). */
const before = Buffer.from('302a300506032b6570032100', 'hex');

/** So often a read is tried again that was one too many for the portal, each time when the portal says. */
const mostWaits = 5;

/** @returns null where there is nothing. A portal that is away has not changed its log: that is no `Falsified`. */
async function get(url: string, waits = mostWaits): Promise<Buffer | null> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) }).catch((cause: unknown) => {
    throw new CommandFailed(`${url} cannot be read.`, { cause });
  });
  if (answer.status === 404) return null;
  if (answer.status === 429 && waits > 0) {
    await answer.body?.cancel();
    await wait(Number(answer.headers.get('retry-after') ?? 1) * 1000);
    return get(url, waits - 1);
  }
  if (!answer.ok) throw new CommandFailed(`${url} answers ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Whether a key signed a note. @param key as text @param name of the log for which it did */
function isSignedBy(note: string, key: string, name = parseKey(key).name): boolean {
  const { key: raw } = parseKey(key);
  const { text, signatures } = parseCheckpoint(note);
  const known = createPublicKey({ key: Buffer.concat([before, raw]), format: 'der', type: 'spki' });
  const id = keyIdOf(name, raw);
  return signatures.some((one) => id.equals(one.keyId) && verify(null, Buffer.from(text), known, one.signature));
}

/** What is said of a log that another one follows, as after a backup of an older state: the same key has another name there. */
export const continuedAs = (before: string, now: string) => `The log ${before} goes on as ${now}: ask the portal why.`;

/**
 * Opens the newest log of a portal.
 * @param known the verifier key that has to have signed it; else the one that the portal tells
 * Throws `Falsified` when there is none, another key signed it, or the key signed it as another log than its own.
 */
export async function openPublicLog(portal: string, known?: string): Promise<PublicLog> {
  const at = (path: string) => `${portal.replace(/\/+$/, '')}/log/${path}`;
  const [note, told] = [(await get(at('checkpoint')))?.toString(), (await get(at('key')))?.toString().trim()];
  if (!note || !told)
    throw new Falsified(`There is no log at ${at('')}: nothing was signed yet, or LOG_KEY is not set.`);
  const key = known ?? told;
  if (!isSignedBy(note, key)) {
    const { origin } = parseCheckpoint(note);
    if (isSignedBy(note, key, origin)) throw new Falsified(continuedAs(parseKey(key).name, origin));
    const whose = known ? `not with ${known}, which was known` : 'not with the one that the portal tells';
    throw new Falsified(`The checkpoint is signed with another key: ${whose}. It was swapped, or somebody else signs.`);
  }
  const { origin, size, root } = parseCheckpoint(note);
  const read = async (level: number | 'entries', n: number, width: number) => {
    const path = partOf(numberOf(origin), tilePath({ level, n, width }));
    const content = await get(at(path));
    if (!content) throw new Falsified(`${path} of the log is missing, though it was signed.`);
    return new Uint8Array(content);
  };
  return {
    ...{ origin, size, root, note, key },
    tree: { sha256, read, size },
    bundle: async (n) => leavesIn(await read('entries', n, filledOf({ level: 'entries', n }, size))),
  };
}

/** Reads tiles once: the last that were read are kept. */
export function withTileCache(tree: Tree): Tree {
  const known = new Map<string, Promise<Uint8Array>>();
  const read: Tree['read'] = (level, n, width) => {
    const key = `${level}/${n}/${width}`;
    const found = known.get(key) ?? tree.read(level, n, width);
    known.set(key, found);
    const [oldest] = known.keys();
    if (known.size > 4 * tileWidth && oldest !== undefined) known.delete(oldest);
    return found;
  };
  return { ...tree, read };
}
