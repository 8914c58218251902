import { beforeAll, describe, expect, inject, it } from 'vitest';
import { run } from '../../infra/processes/run-program.ts';
import { askFrom, newAddress } from '../../testing/ask-from.ts';
import { join, joinAdmin } from '../../testing/calls.ts';
import { forge } from '../../testing/guards/forging.ts';
import { audienceOf, guarded, itStillAnswers } from '../../testing/guards/operations.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal, newAddress());

let resident: string;
let admin: string;
let gone: string;
/** By the audience whose token it was before. */
let forged: { resident: Record<string, string>; admin: Record<string, string> };

beforeAll(async () => {
  resident = await join(portal, newResident('Mardan'));
  admin = await joinAdmin(portal, newResident('Mardan'));
  gone = await join(portal, newResident('Mardan'));
  await ask('/auth/v1/logout', { method: 'POST', token: gone });
  const goneAdmin = await joinAdmin(portal, newResident('Mardan'));
  await ask('/adminsignout', { method: 'POST', token: goneAdmin });
  const leaver = newResident('Mardan');
  const left = await joinAdmin(portal, leaver);
  const env = { DATA_DIR: portal.dataDir, PATH: '' };
  expect((await run(process.execPath, ['infra/commands/admins.ts', 'disable', leaver.email], { env })).code).toBe(0);
  const [residents, admins] = await Promise.all([forge(portal, resident), forge(portal, admin)]);
  const ended = 'a session that ended';
  forged = {
    resident: { ...residents, [ended]: gone },
    admin: { ...admins, [ended]: goneAdmin, 'an administrator who was disabled': left },
  };
});

describe.each(guarded)('$method $path, for a $who', ({ method, url, who, errors }) => {
  const statusOf = async (token?: string) => (await ask(url, { method, token })).status;
  const audience = audienceOf(who);

  it('is closed to who brings no token, or what is none', async () => {
    const headers = [
      '',
      'Bearer',
      'Bearer  ',
      `Basic ${resident}`,
      `Bearer ${resident} ${admin}`,
      'Bearer null',
      `Bearer ${admin.slice(0, 40)}`,
    ];
    const answers = headers.map((authorization) => ask(url, { method, headers: { authorization } }));
    expect((await Promise.all([ask(url, { method }), ...answers])).map(({ status }) => status)).toEqual(
      Array(headers.length + 1).fill(401),
    );
    // supabase-js sends its public key twice when nobody has signed in.
    const twice = { authorization: `Bearer ${resident}`, apikey: resident };
    expect((await ask(url, { method, headers: twice })).status).toBe(401);
    expect((await ask(`${url}?access_token=${resident}&token=${admin}`, { method })).status).toBe(401);
    expect((await ask(url, { method, headers: { cookie: `Token=${admin}; token=${resident}` } })).status).toBe(401);
  });

  it('is closed to every forged, expired, foreign or ended one', async () => {
    const bad = errors === 'gotrue' ? 403 : 401;
    const tries = Object.entries(forged[audience]);
    const answers = await Promise.all(tries.map(async ([name, token]) => [name, await statusOf(token)]));
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(tries.map(([name]) => [name, bad])));
  });

  it.runIf(method === 'GET')('is open to those it is for', async () => {
    expect([401, 403]).not.toContain(await statusOf(audience === 'admin' ? admin : resident));
  });

  it.runIf(who.length === 1)('is closed to the other audience', async () => {
    expect(await statusOf(audience === 'admin' ? resident : admin)).toBe(403);
  });
});

itStillAnswers(portal);
