import { expect, inject, it } from 'vitest';
import { run } from '../../infra/processes/run-program.ts';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { submit } from '../../testing/deploy/sample-tehsil.ts';
import { linkIn, mailWith } from '../../testing/mailbox.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

it('npm run keys rotate: a new key signs soon, and nobody is signed out', async () => {
  const person = newResident('Mardan');
  const old = await join(portal, person);
  const office = await joinAdmin(portal, newResident('Mardan'));
  const close = async () => {
    const report = await submit(portal, old);
    await call(portal, `/reports/${report.id}`, { method: 'PUT', token: office, json: { status: 'Closed' } });
    const subject = new RegExp(`^Your report ${report.reference} is now Closed$`);
    return new URL(linkIn(await mailWith(portal.mailbox, person.email, subject), '/closure#')).hash.slice(1);
  };
  const links = [await close()];
  const env = { DATA_DIR: portal.dataDir, PATH: '' };
  const { code, output } = await run(process.execPath, ['infra/commands/keys.ts', 'rotate'], { env });
  expect([code, output]).toEqual([0, expect.stringContaining('signed with key')]);
  const signIn = () =>
    call<{ access_token: string }>(portal, '/auth/v1/token?grant_type=password', {
      json: { email: person.email, password: person.password },
    });
  await expect
    .poll(async () => kidOf((await signIn()).access_token), { timeout: 30_000, interval: 500 })
    .not.toBe(kidOf(old));
  const fresh = (await signIn()).access_token;
  links.push(await close());
  for (const link of links) expect(await call(portal, '/closures/view', { json: { token: link } })).toBeTruthy();
  // Each service that checks tokens learns of the new key, and goes on knowing the old one.
  for (const token of [old, fresh]) {
    for (const path of ['/auth/v1/user', '/rest/v1/usersdb', '/rest/v1/requests']) {
      expect(await call(portal, path, { token }), path).toBeTruthy();
    }
  }
});

it.each([[[]], [['turn']]])('npm run keys %j says how it is used', async (args: string[]) => {
  const env = { DATA_DIR: portal.dataDir, PATH: '' };
  const { code, output } = await run(process.execPath, ['infra/commands/keys.ts', ...args], { env });
  expect([code, output]).toEqual([1, expect.stringContaining('Use: npm run keys rotate')]);
});
