/**
 * Mailed links: what opens one is made from its id and a key, and neither database nor event holds it:
 * docs/decisions/029-mailed-links-are-stored-nowhere.md.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from './db.ts';
import * as store from './links.store.ts';
import { seal, unseal } from './sealing.ts';

/** What seals of link keys are bound to. */
const label = 'link key';
const idBytes = 16;
const signatureBytes = 32;

/** The keys of a service that makes links. `secret` seals them, 32 bytes. */
export interface LinkKeys {
  /** The key of new links, sealed, for the event that has the link mailed; the first call creates one. */
  sealed(tx: Tx): Promise<string>;
  /** The id of the link of this kind that a token opens, as far as its key says; null for any other text. */
  idOf(db: Db, kind: string, token: string): Promise<string | null>;
}

/** A key that another secret sealed counts as lost, and its links with it: new links get a new one. */
export function createLinkKeys(secret: Buffer): LinkKeys {
  const open = (sealed: Buffer) => {
    try {
      return [Buffer.from(unseal(sealed, secret, label), 'base64url')];
    } catch {
      return [];
    }
  };
  return {
    async sealed(tx) {
      const keys = await store.linkKeys(tx, { replaced: false });
      const known = keys.find((key) => open(key).length > 0);
      return (known ?? (await store.insertLinkKey(tx, newKey(secret)))).toString('base64url');
    },
    async idOf(db, kind, token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return null;
      const id = textOf(bytes.subarray(0, idBytes));
      const keys = (await store.linkKeys(db, { replaced: true })).flatMap(open);
      return keys.some((key) => timingSafeEqual(sign(key, kind, id), bytes.subarray(idBytes))) ? id : null;
    },
  };
}

/** Replaces the key of new links. Links of before are open for so many seconds more, if they do not expire sooner. */
export async function rotateLinkKey(tx: Tx, secret: Buffer, seconds: number): Promise<void> {
  await store.endLinkKeys(tx, seconds);
  await store.insertLinkKey(tx, newKey(secret));
}

/**
 * The token of a link: base64url of its id (16 bytes) and HMAC-SHA256 of kind and id (32 bytes).
 * @param sealedKey as `LinkKeys.sealed` returned it. Throws when the secret does not open it.
 */
export function createLinkToken(sealedKey: string, secret: Buffer, kind: string, id: string): string {
  const key = Buffer.from(unseal(Buffer.from(sealedKey, 'base64url'), secret, label), 'base64url');
  return Buffer.concat([bytesOf(id), sign(key, kind, id)]).toString('base64url');
}

const newKey = (secret: Buffer) => seal(randomBytes(32).toString('base64url'), secret, label);

const sign = (key: Buffer, kind: string, id: string) => createHmac('sha256', key).update(`${kind}:${id}`).digest();

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

const textOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
