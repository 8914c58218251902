import { randomBytes } from 'node:crypto';
import { createLinkKeys, createLinkToken, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startNotify } from '../testing/index.ts';

let notify: Awaited<ReturnType<typeof startNotify>>;
beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify?.stop());

const soon = { timeout: 15_000 };
const sealedLink = async (secret: Buffer) => {
  const key = await transaction(notify.pool, (tx) => createLinkKeys(secret).sealed(tx));
  return { id: uuid(), redirect: 'http://portal.test/signin?a=1', key };
};
const mailTo = (email: string) => ({
  userId: uuid(),
  email,
  name: 'Sana',
  language: 'en',
  expiresAt: new Date().toISOString(),
});
const textTo = (email: string) =>
  notify.smtp.received
    .find(({ to }) => to === email)
    ?.text.replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=') ?? '';
const queued = async (email: string) => {
  const { rows } = await notify.pool.query<{ row: string }>(
    'select row_to_json(d)::text as row from deliveries d where recipient = $1',
    [email],
  );
  return rows.map(({ row }) => row).join('\n');
};

it('a link is made from its id and key; while the mail waits nothing of it can be read in the queue', async () => {
  const [signUp, recovery, invited] = [uuid(), uuid(), uuid()].map((name) => `${name}@example.org`) as [
    string,
    string,
    string,
  ];
  const link = await sealedLink(notify.secret);
  const tokenOf = (kind: string) => createLinkToken(link.key, notify.secret, kind, link.id);
  await notify.smtp.goDown();
  await notify.handle('VerificationRequested', { ...mailTo(signUp), sealedLink: link });
  await notify.handle('RecoveryRequested', { ...mailTo(recovery), sealedLink: link });
  const inviter = { id: uuid(), name: 'Sana', email: 's@example.org', tehsil: 'Mardan', language: 'en' };
  await notify.handle('InviteRequested', { inviter, neighborEmail: invited });
  for (const email of [signUp, recovery, invited]) {
    const waiting = await queued(email);
    expect(waiting).toContain('"content":null');
    for (const words of [tokenOf('signup'), tokenOf('recovery'), '/unsubscribe', 'Hello']) {
      expect(waiting).not.toContain(words);
      expect(waiting).not.toContain(Buffer.from(words).toString('hex'));
    }
  }
  await notify.smtp.goUp();
  await expect.poll(() => textTo(invited), soon).toContain('/unsubscribe?token=');
  await expect
    .poll(() => textTo(signUp), soon)
    .toContain(
      `http://portal.test/auth/v1/verify?token=${tokenOf('signup')}&type=signup&redirect_to=http%3A%2F%2Fportal.test%2Fsignin%3Fa%3D1`,
    );
  await expect
    .poll(() => textTo(recovery), soon)
    .toContain(`http://portal.test/reset-password#token_hash=${tokenOf('recovery')}`);
  await expect.poll(() => queued(signUp), soon).toContain('"sealed_content":null');
});

it('a link whose key another secret sealed is no mail: the event fails, and goes to the dead letters', async () => {
  const email = `${uuid()}@example.org`;
  const foreign = await sealedLink(randomBytes(32));
  await expect(notify.handle('RecoveryRequested', { ...mailTo(email), sealedLink: foreign })).rejects.toThrow();
  expect(await queued(email)).toBe('');
});

it('a mail that waited while LINK_SECRET was replaced is given up, and those behind it are sent', async () => {
  const email = `${uuid()}@example.org`;
  const link = await sealedLink(notify.secret);
  await notify.smtp.goDown();
  await notify.handle('RecoveryRequested', { ...mailTo(email), sealedLink: link });
  // The sender that queued it has it in hand until then.
  await expect.poll(() => queued(email), soon).toContain('deferred');
  await notify.pool.query('update deliveries set sealed_content = $2 where recipient = $1', [email, randomBytes(90)]);
  await notify.smtp.goUp();
  await notify.handle('VerificationRequested', { ...mailTo(email), sealedLink: link });
  await expect.poll(() => notify.subjects(email), soon).toEqual(['Confirm your email']);
  expect(await queued(email)).toContain('LINK_SECRET is not the one that sealed it');
});
