import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { run } from '../../infra/processes/run-program.ts';
import { askFrom, newAddress } from '../../testing/ask-from.ts';
import { joinAdmin } from '../../testing/calls.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal, newAddress());
const admins = (args: string[], DATA_DIR = portal.dataDir) =>
  run(process.execPath, ['infra/commands/admins.ts', ...args], { env: { DATA_DIR, PATH: '' } });

it('npm run admins disable: a leaver is out of every part at once, and may come back', async () => {
  const leaver = newResident('Mardan');
  const token = await joinAdmin(portal, leaver);
  const statuses = async () =>
    Promise.all(['/adminrequests', '/adminrequests/counts'].map(async (path) => (await ask(path, { token })).status));
  expect(await statuses()).toEqual([200, 200]);
  const { code, output } = await admins(['disable', leaver.email]);
  expect([code, output.trim()]).toEqual([0, `${leaver.email} is disabled. 1 session ended.`]);
  await expect.poll(statuses, { timeout: 5000 }).toEqual([401, 401]);
  const signIn = () => ask('/adminsignin', { json: { Email: leaver.email, Password: leaver.password } });
  expect((await signIn()).status).toBe(400);
  expect((await admins(['enable', leaver.email])).code).toBe(0);
  expect((await signIn()).status).toBe(200);
  expect(await statuses()).toEqual([401, 401]);
  expect((await admins(['list'])).output).toContain(leaver.email);
  const log = () => readFile(join(portal.dataDir, 'logs', 'auth.log'), 'utf8');
  await expect.poll(log, { timeout: 10_000 }).toMatch(/"security":"admin disabled","admin":"[0-9a-f-]{36}"/);
});

it.each([
  [[], 'Use: npm run admins'],
  [['disable', 'nobody@example.net'], 'There is no administrator with the address nobody@example.net.'],
])('npm run admins %j says what is wrong', async (args: string[], message) => {
  const { code, output } = await admins(args);
  expect([code, output]).toEqual([1, expect.stringContaining(message)]);
});

it('where no portal runs it says so', async () => {
  const { code, output } = await admins(['list'], join(portal.dataDir, 'nothing-here'));
  expect([code, output]).toEqual([1, expect.stringContaining('The portal is not running here.')]);
});
