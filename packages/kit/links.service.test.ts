import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { RefusedEvent } from './cloud-event.ts';
import { transaction } from './db.ts';
import { createLinkKeys, createLinkToken, type MailedLink, requireSigned, rotateLinkKey } from './links.ts';
import { openDatabase, prune } from './testing.ts';

const secret = randomBytes(32);
const keys = createLinkKeys(secret);
const { pool, close } = await openDatabase(inject('backing').clusterUrl);
afterEach(() => pool.query('truncate link_keys'));
afterAll(close);

const mailed = { kind: 'signup', id: uuid(), address: 'sana@example.org' };
const issue = (link: MailedLink, from = keys) => transaction(pool, (tx) => from.issue(tx, link));
const sealedKey = async (from = keys) => (await issue(mailed, from)).key;
const rotate = (seconds: number) => transaction(pool, (tx) => rotateLinkKey(tx, secret, seconds));

test('a token stands for its id and kind, and for no other', async () => {
  const id = uuid();
  const token = createLinkToken(await sealedKey(), secret, 'signup', id);
  expect(token).toMatch(/^[\w-]{64}$/);
  expect(await keys.idOf(pool, 'signup', token)).toBe(id);
  expect(await keys.idOf(pool, 'recovery', token)).toBeNull();
  const bytes = Buffer.from(token, 'base64url');
  const other = Buffer.concat([Buffer.from(uuid().replaceAll('-', ''), 'hex'), bytes.subarray(16)]);
  for (const forged of [
    '',
    id,
    `${token}A`,
    token.slice(0, -1),
    `${token}=`,
    other.toString('base64url'),
    ...[0, 20, 47].map((at) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))).toString('base64url')),
  ]) {
    expect(await keys.idOf(pool, 'signup', forged), forged).toBeNull();
  }
});

test('all have one key until it is replaced; links of before are open for a while', async () => {
  const before = await sealedKey();
  expect(await sealedKey()).toBe(before);
  const id = uuid();
  const token = createLinkToken(before, secret, 'signup', id);
  await rotate(100);
  const after = await sealedKey();
  expect(after).not.toBe(before);
  expect(await keys.idOf(pool, 'signup', token)).toBe(id);
  expect(await keys.idOf(pool, 'signup', createLinkToken(after, secret, 'signup', id))).toBe(id);
  await pool.query("update link_keys set ends_at = now() - interval '1 second' where ends_at is not null");
  expect(await keys.idOf(pool, 'signup', token)).toBeNull();
  await prune(pool);
  expect((await pool.query('select 1 from link_keys')).rowCount).toBe(1);
  expect(await sealedKey()).toBe(after);
});

test('a key lies sealed: whoever has table and event but not the secret makes no token', async () => {
  const sealed = await sealedKey();
  const { rows } = await pool.query<{ sealed: Buffer }>('select sealed from link_keys');
  expect(rows[0]?.sealed.toString('base64url')).toBe(sealed);
  expect(() => createLinkToken(sealed, randomBytes(32), 'signup', uuid())).toThrow();
});

test('another secret: links under way are lost, and new ones get a new key', async () => {
  const lost = createLinkToken(await sealedKey(), secret, 'signup', uuid());
  const other = randomBytes(32);
  const otherKeys = createLinkKeys(other);
  expect(await otherKeys.idOf(pool, 'signup', lost)).toBeNull();
  const id = uuid();
  const token = createLinkToken(await sealedKey(otherKeys), other, 'signup', id);
  expect(await otherKeys.idOf(pool, 'signup', token)).toBe(id);
});

test('what is issued for a link counts for its kind, its id and its address together, and for no other', async () => {
  const issued = await issue(mailed);
  const other = await issue({ ...mailed, address: 'ali@example.org' });
  expect(() => requireSigned(issued, secret, mailed)).not.toThrow();
  for (const [seal, link] of [
    [issued, { ...mailed, address: 'ali@example.org' }],
    [issued, { ...mailed, address: 'Sana@example.org' }],
    [issued, { ...mailed, kind: 'recovery' }],
    [issued, { ...mailed, id: uuid() }],
    [{ ...issued, signature: other.signature }, mailed],
    [{ ...issued, signature: '' }, mailed],
    [{ key: issued.key }, mailed],
    [{ ...issued, signature: createLinkToken(issued.key, secret, mailed.kind, mailed.id) }, mailed],
    [{ ...issued, key: 'AAAA' }, mailed],
  ] as const) {
    expect(() => requireSigned(seal, secret, link)).toThrow(RefusedEvent);
  }
  expect(() => requireSigned(issued, randomBytes(32), mailed)).toThrow(RefusedEvent);
});

test('a second link of an event counts by the key of the first', async () => {
  const { key } = await issue(mailed);
  const second = { ...mailed, kind: 'signup_message', address: '+923001234567' };
  const signature = keys.sign(key, second);
  expect(() => requireSigned({ key, signature }, secret, second)).not.toThrow();
  expect(() => requireSigned({ key, signature }, secret, mailed)).toThrow(RefusedEvent);
});

test('what a key signs for an address opens nothing', async () => {
  const { signature } = await issue(mailed);
  const bytes = [Buffer.from(mailed.id.replaceAll('-', ''), 'hex'), Buffer.from(signature, 'base64url')];
  const token = Buffer.concat(bytes).toString('base64url');
  for (const kind of ['signup', 'address', mailed.address]) expect(await keys.idOf(pool, kind, token)).toBeNull();
});
