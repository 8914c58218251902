import { expect, inject, it } from 'vitest';
import { run } from '../../infra/processes/run-program.ts';
import { placeAdminKey } from '../../infra/run/secrets.ts';
import { askFrom, newAddress } from '../../testing/ask-from.ts';
import { join, joinAdmin } from '../../testing/calls.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal, newAddress());
const keys = (...args: string[]) =>
  run(process.execPath, ['infra/commands/keys.ts', ...args], { env: { DATA_DIR: portal.dataDir, PATH: '' } });

it('npm run keys retire: a stolen key ends in every part within ten seconds; nobody is given a token that is refused', async () => {
  const person = newResident('Mardan');
  const stolen = await join(portal, person);
  const admin = await joinAdmin(portal, newResident('Mardan'));
  const signIn = async () => {
    const { email, password } = person;
    const answer = await ask('/auth/v1/token?grant_type=password', { json: { email, password } });
    return answer.body as { access_token: string; refresh_token: string };
  };
  const session = await signIn();
  const reads = ['/auth/v1/user', '/rest/v1/usersdb', '/rest/v1/requests'];
  const statuses = (token: string) => Promise.all(reads.map(async (path) => (await ask(path, { token })).status));
  const statusesOfAdmin = async () => (await ask('/adminrequests', { token: admin })).status;
  expect([await statuses(stolen), await statusesOfAdmin()]).toEqual([[200, 200, 200], 200]);

  const begun = performance.now();
  const { code, output } = await keys('retire');
  expect([code, output]).toEqual([0, expect.stringContaining('within ten seconds')]);
  await expect
    .poll(async () => [await statuses(stolen), await statusesOfAdmin()], { timeout: 10_000, interval: 100 })
    .toEqual([[403, 401, 401], 401]);
  console.log(`a retired key ended in every part after ${Math.round(performance.now() - begun)} ms`);

  // The refresh token goes on, and what it gives counts in every part, also when two parts have not heard of the key yet.
  const json = { refresh_token: session.refresh_token };
  const renewed = await ask('/auth/v1/token?grant_type=refresh_token', { json });
  expect(renewed.status).toBe(200);
  expect(await statuses(String(renewed.body?.access_token))).toEqual([200, 200, 200]);
  expect(await statuses((await signIn()).access_token)).toEqual([200, 200, 200]);
  const list = await keys('list');
  expect(list.output).toMatch(/ signs$/m);
  expect(list.output).toMatch(/ ended, at \d{4}-/);
});

it('npm run keys secret: another key makes administrators at once, and the old one none', async () => {
  try {
    const { code, output } = await keys('secret');
    const [, secretKey = ''] = /^Admin secret key {2}(\S{24})$/m.exec(output) ?? [];
    expect([code, secretKey.length]).toEqual([0, 24]);
    await expect(joinAdmin(portal, newResident('Mardan'))).rejects.toThrow('401');
    expect(await joinAdmin({ ...portal, secretKey }, newResident('Mardan'))).toBeTruthy();
  } finally {
    await placeAdminKey(portal.dataDir, portal.secretKey);
  }
  expect(await joinAdmin(portal, newResident('Mardan'))).toBeTruthy();
});

itStillAnswers(portal);
