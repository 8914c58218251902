import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { type Call, optionsOf } from '../infra/seed/calls.ts';
import { linkIn, mailWith } from './mailbox.ts';
import type { Portal, Resident } from './people.ts';

type Credentials = Pick<Resident, 'email' | 'password'>;

interface Options extends Omit<Call, 'body'> {
  form?: () => FormData;
}

/**
 * Sends a request, and again for up to a minute while the answer is 503 or the connection breaks.
 * @returns the first other answer, whatever its status
 */
export async function retryUnavailable(ask: () => Promise<Response>): Promise<Response> {
  const end = Date.now() + 60_000;
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer && answer.status !== 503) return answer;
    if (Date.now() > end) throw new Error(`no answer within a minute: ${answer?.status} ${await answer?.text()}`);
    await wait(100);
  }
}

/** The JSON body of an answer, asked for by `retryUnavailable`. Throws for a status of 400 or more. A form is created for each attempt. */
export async function call<T>({ portal }: Pick<Portal, 'portal'>, path: string, options: Options = {}): Promise<T> {
  const answer = await retryUnavailable(() => send(portal + path, options));
  if (!answer.ok) throw new Error(`${options.method ?? 'GET'} ${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const send = (url: string, { form, ...options }: Options) =>
  fetch(url, {
    ...optionsOf({ ...options, body: form?.() }),
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  });

/** Signs a resident up, confirms the address by the mailed link and signs in. @returns the access token */
export async function join(portal: Portal, person: Resident): Promise<string> {
  const { email, password } = person;
  const data = {
    first_name: person.firstName,
    last_name: person.lastName,
    contact_number: person.phone,
    tehsil: person.tehsil,
    location: person.location,
  };
  await call(portal, '/auth/v1/signup', { json: { email, password, data } });
  await confirm(portal, email);
  return tokenOf(portal, person);
}

/** Follows the newest link that was mailed, until one confirms: a sign-up that was sent again has sent a second mail. */
async function confirm({ mailbox }: Portal, email: string): Promise<void> {
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    const mail = await mailWith(mailbox, email, /^Confirm your email$/);
    const { headers } = await retryUnavailable(() => fetch(linkIn(mail, '/auth/v1/verify'), { redirect: 'manual' }));
    const target = headers.get('location') ?? '';
    if (!target.includes('error')) return;
    await wait(200);
  }
}

/** Signs a resident in. @returns the access token */
export async function tokenOf(portal: Pick<Portal, 'portal'>, { email, password }: Credentials): Promise<string> {
  const json = { email, password };
  const session = await call<{ access_token: string }>(portal, '/auth/v1/token?grant_type=password', { json });
  return session.access_token;
}

/** Registers an administrator and signs in. @returns the admin token */
export async function joinAdmin(portal: Portal, person: Resident): Promise<string> {
  const { email: Email, password: Password } = person;
  const names = { First_Name: person.firstName, Last_Name: person.lastName, Tehsil: person.tehsil };
  await call(portal, '/adminsignup', { json: { ...names, Email, Password, Secret_Key: portal.secretKey } }).catch(
    (error: Error) => {
      // One that was sent again because its answer did not come may have had its effect.
      if (!error.message.includes('email_exists')) throw error;
    },
  );
  return adminTokenOf(portal, person);
}

/** Signs an administrator in. @returns the admin token */
export async function adminTokenOf(
  portal: Pick<Portal, 'portal'>,
  { email: Email, password: Password }: Credentials,
): Promise<string> {
  const { Token } = await call<{ Token: string }>(portal, '/adminsignin', { json: { Email, Password } });
  return Token;
}

/** The id of whose token it is. */
export const idIn = (token: string): string => decodeJwt(token).sub ?? '';
