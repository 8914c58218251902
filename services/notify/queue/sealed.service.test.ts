import { randomBytes } from 'node:crypto';
import type { LinkKind } from '@tma/contracts';
import { createLinkToken } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { invitation, link, sealFor } from '../testing/events.ts';
import { startNotify } from '../testing/index.ts';

const notify = await startNotify();
afterAll(() => notify.stop());

const soon = { timeout: 15_000 };
const mailTo = (email: string, kind: LinkKind, secret = notify.secret) => ({
  ...link(email),
  sealedLink: { ...sealFor({ kind, address: email }, secret), redirect: 'http://portal.test/signin?a=1' },
});

it('a link is made from its id and key; while the mail waits nothing of it can be read in the queue', async () => {
  const [signUp, recovery, invited] = [uuid(), uuid(), uuid()].map((name) => `${name}@example.org`) as [
    string,
    string,
    string,
  ];
  const [signUpEvent, recoveryEvent] = [mailTo(signUp, 'signup'), mailTo(recovery, 'recovery')];
  const links = { signup: signUpEvent.sealedLink, recovery: recoveryEvent.sealedLink };
  const tokenOf = (kind: keyof typeof links) => createLinkToken(links[kind].key, notify.secret, kind, links[kind].id);
  await notify.smtp.goDown();
  await notify.handle('VerificationRequested', signUpEvent);
  await notify.handle('RecoveryRequested', recoveryEvent);
  await notify.handle('InviteRequested', invitation(invited));
  for (const email of [signUp, recovery, invited]) {
    const waiting = await notify.stored(email);
    expect(waiting).toContain('"content":null');
    for (const words of [tokenOf('signup'), tokenOf('recovery'), '/unsubscribe', 'Hello']) {
      expect(waiting).not.toContain(words);
      expect(waiting).not.toContain(Buffer.from(words).toString('hex'));
    }
  }
  await notify.smtp.goUp();
  await expect.poll(() => notify.textTo(invited), soon).toContain('/unsubscribe?token=');
  await expect
    .poll(() => notify.textTo(signUp), soon)
    .toContain(
      `http://portal.test/auth/v1/verify?token=${tokenOf('signup')}&type=signup&redirect_to=http%3A%2F%2Fportal.test%2Fsignin%3Fa%3D1`,
    );
  await expect
    .poll(() => notify.textTo(recovery), soon)
    .toContain(`http://portal.test/reset-password#token_hash=${tokenOf('recovery')}`);
  await expect.poll(() => notify.stored(signUp), soon).toContain('"sealed_content":null');
});

it('a link whose key another secret sealed is no mail: the event fails, and goes to the dead letters', async () => {
  const email = `${uuid()}@example.org`;
  const foreign = mailTo(email, 'recovery', randomBytes(32));
  await expect(notify.handle('RecoveryRequested', foreign)).rejects.toThrow();
  expect(await notify.stored(email)).toBe('');
});

it('a mail that waited while LINK_SECRET was replaced is given up, and those behind it are sent', async () => {
  const email = `${uuid()}@example.org`;
  await notify.smtp.goDown();
  await notify.handle('RecoveryRequested', mailTo(email, 'recovery'));
  // The sender that queued it has it in hand until then.
  await expect.poll(() => notify.stored(email), soon).toContain('deferred');
  await notify.pool.query('update deliveries set sealed_content = $2 where recipient = $1', [email, randomBytes(90)]);
  await notify.smtp.goUp();
  await notify.handle('VerificationRequested', mailTo(email, 'signup'));
  await expect.poll(() => notify.subjects(email), soon).toEqual(['Confirm your email']);
  expect(await notify.stored(email)).toContain('LINK_SECRET is not the one that sealed it');
});
