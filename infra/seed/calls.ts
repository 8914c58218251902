import { CommandError } from '../command.ts';
import { makePicture } from './picture.ts';

export interface Call {
  method?: string;
  token?: string;
  json?: object;
  body?: BodyInit;
  headers?: Record<string, string>;
}

/** The options of `fetch` for a call. */
export const optionsOf = ({ method, token, json, body, headers }: Call): RequestInit => ({
  method: method ?? (json || body ? 'POST' : 'GET'),
  headers: {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(json && { 'content-type': 'application/json' }),
    ...headers,
  },
  body: json ? JSON.stringify(json) : body,
});

/** Calls the portal. @returns the parsed answer. Throws a CommandError where the call was refused. */
export async function call<T>(portal: string, path: string, options: Call = {}) {
  const answer = await fetch(portal + path, { ...optionsOf(options), signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new CommandError(`${portal}${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Signs a resident in. @returns the access token */
export async function tokenOf(portal: string, email: string, password: string): Promise<string> {
  const json = { email, password };
  const session = await call<{ access_token: string }>(portal, '/auth/v1/token?grant_type=password', { json });
  return session.access_token;
}

/** Signs an administrator in. @returns the admin token */
export async function adminTokenOf(portal: string, email: string, password: string): Promise<string> {
  const json = { Email: email, Password: password };
  return (await call<{ Token: string }>(portal, '/adminsignin', { json })).Token;
}

/** A form with these fields, without those that are undefined. */
export function formOf(fields: Readonly<Record<string, string | Blob | undefined>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  return form;
}

/** A form with a picture. @param picture what `makePicture` takes */
export function formWith(texts: Record<string, string>, ...picture: Parameters<typeof makePicture>): FormData {
  const image = new File([new Uint8Array(makePicture(...picture))], 'picture.png', { type: 'image/png' });
  return formOf({ ...texts, image });
}
