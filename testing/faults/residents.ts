import { randomInt } from 'node:crypto';
import { askWithRetries, expected, jsonOf } from './ask.ts';
import type { Oracle, Person } from './oracle.ts';
import type { FaultSystem } from './system.ts';
import { eventually } from './wait.ts';

const resendMs = 15_000;
const password = 'a lantern by the canal';
const tehsils = ['Mardan', 'Katlang'] as const;

/** Signs up a new resident, follows the mailed link and signs in. */
export async function signUp({ portal, smtp }: FaultSystem, oracle: Oracle): Promise<Person> {
  const number = String(randomInt(10 ** 9)).padStart(9, '0');
  const email = `resident.${number}@example.com`;
  const phone = `03${number}`;
  const tehsil = tehsils[Number(number) % tehsils.length] ?? 'Mardan';
  const data = { first_name: 'Sana', last_name: 'Khan', contact_number: phone, tehsil, location: 'Bank Road' };

  const made = await askWithRetries(portal, '/auth/v1/signup', { json: { email, password, data } });
  const { id } = jsonOf<{ id: string }>(expected('sign-up', made, 200));
  oracle.acknowledge();

  const links = () =>
    smtp.received.filter((mail) => mail.to === email).map(({ text }) => /https?:\S+verify\S+/.exec(text));
  let nextResend = Date.now() + resendMs;
  const mailed = async () => {
    if (links().length > 0) return true;
    // A mail that the server rejected never arrives: after a while another is requested.
    if (Date.now() < nextResend) return false;
    nextResend = Date.now() + resendMs;
    expected('resend', await askWithRetries(portal, '/auth/v1/resend', { json: { type: 'signup', email } }), 200);
    return false;
  };
  await eventually('the mail that confirms an address', mailed, 180_000);
  const confirm = async () => {
    // A sign-up that was retried sent two mails: only the last link is valid.
    const { pathname, search } = new URL(links().at(-1)?.[0] ?? '');
    const { headers } = expected('confirming', await askWithRetries(portal, pathname + search), 303);
    return !headers.get('location')?.includes('error');
  };
  await eventually('a link that confirms the address', confirm, 180_000);
  oracle.acknowledge();

  const session = await askWithRetries(portal, '/auth/v1/token?grant_type=password', { json: { email, password } });
  const { access_token: token } = jsonOf<{ access_token: string }>(expected('sign-in', session, 200));
  const person = { id, email, phone, tehsil, token };
  oracle.people.push(person);
  return person;
}

/** An administrator for each tehsil. @returns their tokens by tehsil */
export async function appointClerks({ portal, secretKey }: FaultSystem): Promise<Map<string, string>> {
  const tokens = new Map<string, string>();
  for (const Tehsil of tehsils) {
    const Email = `clerk.${Tehsil.toLowerCase()}@example.com`;
    const json = { First_Name: 'Asad', Last_Name: 'Ali', Email, Password: password, Tehsil, Secret_Key: secretKey };
    const made = await askWithRetries(portal, '/adminsignup', { json });
    // One that was sent again because its answer did not come may have had its effect.
    if (!made.body.includes('email_exists')) expected('admin sign-up', made, 201);
    const signedIn = await askWithRetries(portal, '/adminsignin', { json: { Email, Password: password } });
    tokens.set(Tehsil, jsonOf<{ Token: string }>(expected('admin sign-in', signedIn, 200)).Token);
  }
  return tokens;
}
