import type { Caller } from './calls.ts';
import type { EventReader } from './events.ts';
import { claimsOf, goodPassword, newEmail, newIp, secretKey } from './fixtures.ts';

/** Creates accounts through the service's own operations, each from an IP of its own. */
export function createPeople(call: Caller, { linkOf }: EventReader) {
  async function signUp(email = newEmail(), data: Record<string, string> = {}, password = goodPassword) {
    const { body } = await call('/auth/v1/signup', { body: { email, password, data }, ip: newIp() });
    return { id: body.id as string, email, password };
  }

  const signIn = (email: string, password = goodPassword, ip = newIp()) =>
    call('/auth/v1/token?grant_type=password', { body: { email, password }, ip });

  const refresh = (refresh_token: unknown) =>
    call('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });
  /** What the account says of itself. */
  const user = (token: string) => call('/auth/v1/user', { token });
  const updateUser = (token: string, body: object) => call('/auth/v1/user', { method: 'PUT', token, body });

  /** A resident who confirmed their address and signed in. */
  async function resident(data: Record<string, string> = { first_name: 'Sana', last_name: 'Khan', tehsil: 'Mardan' }) {
    const person = await signUp(newEmail(), data);
    await call((await linkOf('VerificationRequested', person.id)).path);
    const { body } = await signIn(person.email);
    return { ...person, token: body.access_token as string, refresh: body.refresh_token as string };
  }

  const adminSignIn = (Email: string, Password = goodPassword, ip = newIp()) =>
    call('/adminsignin', { body: { Email, Password }, ip });

  /** An administrator who signed in. */
  async function admin(email = newEmail(), tehsil = 'Mardan', more: object = {}) {
    const body = {
      First_Name: 'A',
      Last_Name: 'B',
      Email: email,
      Password: goodPassword,
      Tehsil: tehsil,
      Secret_Key: secretKey,
      ...more,
    };
    await call('/adminsignup', { body, ip: newIp() });
    const token = (await adminSignIn(email)).body.Token as string;
    return { email, token, id: claimsOf(token).sub as string };
  }

  return { signUp, signIn, refresh, user, updateUser, resident, adminSignIn, admin };
}
