import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import {
  type Checkpoint,
  type Hash,
  keyIdSource,
  noteOf,
  parseCheckpoint,
  type Sha256,
  textOfCheckpoint,
  textOfKey,
} from '@tma/contracts';

export const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());

/** By what signatures and verifier keys name the key of a log. @param key the public key, 32 bytes */
export const keyIdOf = (name: string, key: Uint8Array) =>
  createHash('sha256').update(keyIdSource(name, key)).digest().subarray(0, 4);

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410, 7). */
const before = Buffer.from('302e020100300506032b657004220420', 'hex');

export type LogSigner = ReturnType<typeof createLogSigner>;

/** What signs checkpoints, and knows its own. @param seed of the Ed25519 key, 32 bytes: LOG_KEY */
export function createLogSigner(seed: Buffer) {
  const secret = createPrivateKey({ key: Buffer.concat([before, seed]), format: 'der', type: 'pkcs8' });
  const known = createPublicKey(secret);
  const raw = rawKey(known);
  return {
    sign(checkpoint: Checkpoint): string {
      const text = textOfCheckpoint(checkpoint);
      const signature = new Uint8Array(sign(null, Buffer.from(text), secret));
      return noteOf(text, { name: checkpoint.origin, keyId: keyIdOf(checkpoint.origin, raw), signature });
    },
    /** The checkpoint in a note that this key signed; null in one of another. Throws for what is no checkpoint. */
    read(note: string): Checkpoint | null {
      const { text, signatures, ...checkpoint } = parseCheckpoint(note);
      const isOurs = signatures.some(({ signature }) => verify(null, Buffer.from(text), known, signature));
      return isOurs ? checkpoint : null;
    },
    /** The verifier key of a log, as text. */
    keyOf: (origin: string) => textOfKey(origin, keyIdOf(origin, raw), raw),
  };
}

const rawKey = (key: KeyObject): Hash => new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(-32));
