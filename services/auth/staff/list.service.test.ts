/** Who works in a tehsil, for its administrators and for the reports service. */
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { newEmail, startAuth } from '../testing/index.ts';
import { manageAdmins } from './manage.ts';

const auth = await startAuth({ TEHSILS: 'Mardan, Takht Bhai, Okara' });
afterAll(() => auth.stop());

/** An administrator who signed in. */
const join = (name: string, tehsil = 'Mardan') => auth.admin(newEmail(), tehsil, { First_Name: name });
const admins = (...args: string[]) => manageAdmins(auth.asCommand(), args);
const find = async (token: string, id: string) => {
  const { status, body } = await auth.call(`/internal/admins/${id}`, { token });
  return [status, body?.name];
};

test('the list is by name, marks the caller, and has nobody who is disabled or of another tehsil', async () => {
  const [zara, arif, bilal] = [await join('zara'), await join('Ärif'), await join('Bilal')];
  const [gone, away] = [await join('Gone'), await join('Away')];
  await admins('disable', gone.email);
  await admins('move', away.email, 'Okara');
  const { status, body } = await auth.call('/api/admins', { token: bilal.token });
  expect([status, body]).toEqual([
    200,
    [
      { id: arif.id, name: 'Ärif B', role: 'head', you: false },
      { id: bilal.id, name: 'Bilal B', role: 'head', you: true },
      { id: zara.id, name: 'zara B', role: 'head', you: false },
    ],
  ]);
  expect(await find(bilal.token, zara.id)).toEqual([200, 'zara B']);
  for (const { id } of [gone, away]) expect(await find(bilal.token, id)).toEqual([404, undefined]);
  expect(await find(bilal.token, uuid())).toEqual([404, undefined]);
  expect((await find(bilal.token, '7'))[0]).toBe(400);
});

test('the list and a single administrator are for administrators alone', async () => {
  const omar = await join('Omar', 'Takht Bhai');
  const resident = await auth.resident();
  for (const path of ['/api/admins', `/internal/admins/${omar.id}`]) {
    expect((await auth.call(path)).status).toBe(401);
    expect((await auth.call(path, { token: resident.token })).status).toBe(403);
    expect((await auth.call(path, { token: omar.token })).status).toBe(200);
  }
});
