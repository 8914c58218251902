/** Checkpoints (C2SP tlog-checkpoint) in signed notes (C2SP signed-note), and the keys that verify them. */
import { concat, fromBase64, toBase64 } from './bytes.ts';

/** A checkpoint of a log: its name, how many leaves it has, and the hash of them all. */
export interface Checkpoint {
  origin: string;
  size: number;
  root: Uint8Array<ArrayBuffer>;
  /** Extension lines, which are signed, too. */
  extensions?: readonly string[];
}

interface Signature {
  name: string;
  /** The first four bytes say which key made it. */
  keyId: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

/** What is signed. */
export const textOfCheckpoint = ({ origin, size, root, extensions = [] }: Checkpoint): string =>
  [origin, size, toBase64(root), ...extensions].map((line) => `${line}\n`).join('');

export const noteOf = (text: string, { name, keyId, signature }: Signature): string =>
  `${text}\n— ${name} ${toBase64(concat(keyId, signature))}\n`;

/** Reads a signed checkpoint, without checking its signature. Throws for a malformed one. */
export function parseCheckpoint(note: string): Checkpoint & {
  text: string;
  signatures: Signature[];
  extensions: readonly string[];
} {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new Error('is not a signed note');
  const text = note.slice(0, end + 1);
  const [origin, size, root, ...extensions] = text.slice(0, -1).split('\n');
  if (!origin || !/^(0|[1-9]\d{0,14})$/.test(size ?? '') || !root) throw new Error('is not a checkpoint');
  const hash = fromBase64(root);
  if (hash.length !== 32) throw new Error('has no root hash of 32 bytes');
  const signatures = note
    .slice(end + 2, -1)
    .split('\n')
    .map(parseSignature);
  return { origin, size: Number(size), root: hash, extensions, text, signatures };
}

function parseSignature(line: string): Signature {
  const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = encoded ? fromBase64(encoded) : new Uint8Array();
  if (bytes.length < 5) throw new Error('has a line that is no signature');
  return { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) };
}

/** Ed25519, in key ids and verifier keys. */
const algorithm = 1;

/**
 * The bytes that are hashed for a signer's key id: it is the first four bytes of their SHA-256. @param key the public key, 32 bytes
 */
export const keyIdSource = (name: string, key: Uint8Array): Uint8Array<ArrayBuffer> =>
  concat(new TextEncoder().encode(`${name}\n`), Uint8Array.of(algorithm), key);

/** A verifier key as text, `name+id+key`. */
export const textOfKey = (name: string, keyId: Uint8Array, key: Uint8Array): string =>
  `${name}+${Array.from(keyId, (byte) => byte.toString(16).padStart(2, '0')).join('')}+${toBase64(concat(Uint8Array.of(algorithm), key))}`;

/** Reads a verifier key. Throws for a malformed one, or one that is not Ed25519. */
export function parseKey(text: string): { name: string; keyId: string; key: Uint8Array<ArrayBuffer> } {
  const [, name = '', keyId = '', encoded = ''] = /^([^\s+]+)\+([\da-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = encoded ? fromBase64(encoded) : new Uint8Array();
  if (bytes[0] !== algorithm || bytes.length !== 33) throw new Error('is not a verifier key of Ed25519');
  return { name, keyId, key: bytes.slice(1) };
}
