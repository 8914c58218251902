import { beforeAll, expect, inject, it } from 'vitest';
import { askFrom, newAddress } from '../../testing/ask-from.ts';
import { join, joinAdmin } from '../../testing/calls.ts';
import { newResident, password } from '../../testing/people.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal, newAddress());
const resident = newResident('Mardan');
const admin = newResident('Mardan');
let token = '';
let adminToken = '';

beforeAll(async () => {
  token = await join(portal, resident);
  adminToken = await joinAdmin(portal, admin);
});

const office = { First_Name: 'A', Last_Name: 'B', Tehsil: 'Mardan', Password: password };
const fresh = () => newResident('Mardan').email;

/** The texts that the pages of the error catalogue show or wait for. */
it.each<[what: string, path: string, json: () => object, token: () => string, status: number, message: string]>([
  [
    'a wrong key',
    '/adminsignup',
    () => ({ ...office, Email: fresh(), Secret_Key: 'wrong' }),
    () => '',
    401,
    'Invalid Secret Key',
  ],
  [
    'a taken address',
    '/adminsignup',
    () => ({ ...office, Email: admin.email, Secret_Key: portal.secretKey }),
    () => '',
    400,
    'Email already exists',
  ],
  [
    'a wrong password',
    '/adminsignin',
    () => ({ Email: admin.email, Password: 'wrong wrong' }),
    () => '',
    400,
    'Invalid credentials',
  ],
  [
    'an unknown address',
    '/adminsignin',
    () => ({ Email: fresh(), Password: 'wrong wrong' }),
    () => '',
    400,
    'Invalid credentials',
  ],
  [
    'a tehsil that is there',
    '/api/addTehsil',
    () => ({ newtehsil: ' mardan ' }),
    () => adminToken,
    400,
    'Tehsil Already Exists',
  ],
  [
    'a tehsil, by a wrong key',
    '/api/addTehsil',
    () => ({ newtehsil: 'Shergarh', Secret_Key: 'wrong' }),
    () => '',
    401,
    'Invalid Secret Key',
  ],
])('%s: %s says so', async (_what, path, json, bearerOf, status, message) => {
  const answer = await ask(path, { json: json(), token: bearerOf() });
  expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/problem+json; charset=utf-8']);
  expect(answer.body).toMatchObject({ status, message, detail: message, requestId: answer.headers['x-request-id'] });
});

it.each([
  ['First_Name', '/adminsignup'],
  ['Last_Name', '/adminsignup'],
  ['Email', '/adminsignup'],
  ['Password', '/adminsignup'],
  ['Tehsil', '/adminsignup'],
  ['Secret_Key', '/adminsignup'],
  ['Email', '/adminsignin'],
  ['Password', '/adminsignin'],
  ['newtehsil', '/api/addTehsil'],
  ['neighborEmail', '/api/sendInvite'],
])('a missing %s is named by %s', async (name, path) => {
  const whole = {
    ...office,
    Email: fresh(),
    Secret_Key: 'any',
    newtehsil: 'X',
    userEmail: resident.email,
    neighborEmail: 'x',
  };
  const json = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
  const bearerOf = { '/api/sendInvite': token, '/api/addTehsil': adminToken }[path];
  const { status, body } = await ask(path, { json, token: bearerOf });
  expect([status, body?.code]).toEqual([400, 'invalid_request']);
  expect(body?.errors).toEqual(expect.arrayContaining([expect.objectContaining({ path: name })]));
});
