/**
 * Mailed links. The token that opens a link is made from its id and a key, and neither database nor event holds it:
 * docs/decisions/029-mailed-links-are-stored-nowhere.md. The event that causes the mail has a signature by that key:
 * docs/decisions/055-events-prove-their-writer.md.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { RefusedEvent } from './cloud-event.ts';
import type { Db, Tx } from './db.ts';
import * as store from './links.store.ts';
import { seal, tryUnseal } from './sealing.ts';
import { isSameSecret } from './secrets.ts';

/** The label that sealed link keys are bound to. */
const label = 'link key';
const idBytes = 16;
const signatureBytes = 32;

/** A link and the address that it is mailed to; `kind` is what it is for, `id` a UUID. */
export interface MailedLink {
  kind: string;
  id: string;
  address: string;
}

/** What an event says of a link: the sealed key, and that key's signature over kind, id and address; both base64url. */
interface LinkSeal {
  key: string;
  signature?: string | undefined;
}

/** The keys of a service that makes links. `secret` seals them, 32 bytes. */
export interface LinkKeys {
  /** What the event that causes the mail needs beside the link's id; the first call creates a key. */
  issue(tx: Tx, link: MailedLink): Promise<Required<LinkSeal>>;
  /** The signature of another link in the same event. @param key as `issue` returned it */
  sign(key: string, link: MailedLink): string;
  /** Whether this is the code of a link (`createLinkCode`). */
  isCode(db: Db, link: MailedLink, code: string): Promise<boolean>;
  /** The id of the link of this kind that a token opens, as far as its key says; null for any other text. */
  idOf(db: Db, kind: string, token: string): Promise<string | null>;
}

/** A key that was sealed with another secret counts as lost, and so do its links; new links get a new key. */
export function createLinkKeys(secret: Buffer): LinkKeys {
  const keysOf = async (db: Db) =>
    (await store.linkKeys(db, { replaced: true })).flatMap((sealed) => openKey(sealed, secret) ?? []);
  return {
    async issue(tx, link) {
      const keys = await store.linkKeys(tx, { replaced: false });
      const known = keys.find((key) => openKey(key, secret));
      const sealed = (known ?? (await store.insertLinkKey(tx, newKey(secret)))).toString('base64url');
      return { key: sealed, signature: signLink(sealed, secret, link) };
    },
    sign: (key, link) => signLink(key, secret, link),
    async isCode(db, link, code) {
      return (await keysOf(db)).some((key) => isSameSecret(codeOf(key, link), code));
    },
    async idOf(db, kind, token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return null;
      const id = textOf(bytes.subarray(0, idBytes));
      return (await keysOf(db)).some((key) => timingSafeEqual(sign(key, kind, id), bytes.subarray(idBytes)))
        ? id
        : null;
    },
  };
}

/** Replaces the key for new links. Existing links work for so many seconds more, unless they expire sooner. */
export async function rotateLinkKey(tx: Tx, secret: Buffer, seconds: number): Promise<void> {
  await store.endLinkKeys(tx, seconds);
  await store.insertLinkKey(tx, newKey(secret));
}

/**
 * The token of a link: base64url of its id (16 bytes) and HMAC-SHA256 of kind and id (32 bytes).
 * @param sealedKey as `LinkKeys.issue` returned it. Throws `RefusedEvent` when the secret does not open it.
 */
export function createLinkToken(sealedKey: string, secret: Buffer, kind: string, id: string): string {
  return Buffer.concat([bytesOf(id), sign(keyIn(sealedKey, secret), kind, id)]).toString('base64url');
}

/** Six digits that serve the address instead of the link's token; like the token they are stored nowhere. */
export const createLinkCode = (sealedKey: string, secret: Buffer, link: MailedLink): string =>
  codeOf(keyIn(sealedKey, secret), link);

/** Taken from 2^48 values, so that no code is noticeably more likely. No kind is called `code`. */
const codeOf = (key: Buffer, { kind, id, address }: MailedLink) =>
  String(sign(key, 'code', `${kind}:${id}:${address}`).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');

/**
 * The signature of a link by its key, over kind, id and address, base64url. Never the same as in a token: no kind is called
 * `address`. @param sealedKey as `LinkKeys.issue` returned it
 */
export const signLink = (sealedKey: string, secret: Buffer, { kind, id, address }: MailedLink): string =>
  sign(keyIn(sealedKey, secret), 'address', `${kind}:${id}:${address}`).toString('base64url');

/**
 * Throws `RefusedEvent` unless the signature shows that the owner of the link's key made this link for this address.
 * Otherwise the event was forged or changed, its key was sealed with another secret, or release 1.0.0 wrote it.
 */
export function requireSigned({ key, signature = '' }: LinkSeal, secret: Buffer, link: MailedLink): void {
  if (isSameSecret(signature, signLink(key, secret, link))) return;
  throw new RefusedEvent('address', `The link (${link.kind}) was not made for the address that the event names.`);
}

/** The key that an event has. Throws `RefusedEvent` where another secret sealed it. */
function keyIn(sealed: string, secret: Buffer): Buffer {
  const key = openKey(Buffer.from(sealed, 'base64url'), secret);
  if (!key) throw new RefusedEvent('address', "The key of the event's link was sealed with another secret.");
  return key;
}

/** Unseals a key; null where it was sealed with another secret. */
function openKey(sealed: Buffer, secret: Buffer): Buffer | null {
  const text = tryUnseal(sealed, secret, label);
  return text === null ? null : Buffer.from(text, 'base64url');
}

const newKey = (secret: Buffer) => seal(randomBytes(32).toString('base64url'), secret, label);

const sign = (key: Buffer, kind: string, id: string) => createHmac('sha256', key).update(`${kind}:${id}`).digest();

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

const textOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
