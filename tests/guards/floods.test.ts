import { describe, expect, inject, it } from 'vitest';
import { askFrom, hasAddresses, newAddress } from '../../testing/ask-from.ts';
import { join } from '../../testing/calls.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');

/** What proxies say of where a request comes from; the gateway believes none of it unless TRUST_PROXY says so. */
const pretended = (number: number) => ({
  'x-forwarded-for': `203.0.113.${number}`,
  'x-real-ip': `203.0.113.${number}`,
  forwarded: `for=203.0.113.${number}`,
  'cf-connecting-ip': `203.0.113.${number}`,
  'true-client-ip': `203.0.113.${number}`,
});

/** What each limit counts is tested where it is: services/auth/rate-limits.service.test.ts, mail-limits.service.test.ts. */
describe.runIf(hasAddresses)('a limit is not got round by pretending to be elsewhere', () => {
  const times = Array.from({ length: 12 }, (_, index) => index);

  it('wrong passwords: ten, then not even the right one, but only from there', async () => {
    const person = newResident('Mardan');
    await join(portal, person);
    const path = '/auth/v1/token?grant_type=password';
    const ask = askFrom(portal.portal, newAddress());
    const statuses = [];
    for (const number of times) {
      const email = number % 2 ? person.email.toUpperCase() : ` ${person.email} `;
      const answer = await ask(path, { json: { email, password: 'not this one' }, headers: pretended(number) });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    const right = { email: person.email, password: person.password };
    const shut = await ask(path, { json: right, headers: pretended(200) });
    expect([shut.status, shut.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await askFrom(portal.portal, newAddress())(path, { json: right })).status).toBe(200);
  });

  it('wrong admin secret keys: ten, then not even the right one, at both doors', async () => {
    const ask = askFrom(portal.portal, newAddress());
    const admin = (Secret_Key: string) => {
      const { firstName: First_Name, lastName: Last_Name, email: Email, password: Password } = newResident('Mardan');
      return { First_Name, Last_Name, Email, Password, Tehsil: 'Mardan', Secret_Key };
    };
    for (const number of times.slice(0, 10)) {
      const doors = {
        '/adminsignup': admin('a wrong key'),
        '/api/addTehsil': { newtehsil: 'X1', Secret_Key: 'wrong' },
      };
      const [path, json] = Object.entries(doors)[number % 2] as [string, object];
      expect((await ask(path, { json, headers: pretended(number) })).status).toBe(401);
    }
    expect((await ask('/adminsignup', { json: admin(portal.secretKey), headers: pretended(99) })).status).toBe(429);
  });

  it('invitations: twenty a day by one resident, from wherever', async () => {
    const person = newResident('Mardan');
    const token = await join(portal, person);
    const statuses = [];
    for (let number = 0; number < 22; number += 1) {
      const json = { userEmail: person.email, neighborEmail: newResident('Mardan').email };
      const ask = askFrom(portal.portal, newAddress());
      statuses.push((await ask('/api/sendInvite', { json, token, headers: pretended(number) })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(202), 429, 429]);
  });
});

itStillAnswers(portal);
