import { CommandError } from '../command.ts';
import { makePicture } from './picture.ts';

interface Call {
  method?: string;
  token?: string;
  json?: object;
  form?: FormData;
  headers?: Record<string, string>;
}

/** Calls the portal. @returns the parsed answer. Throws a CommandError where the call was refused. */
export async function call<T>(portal: string, path: string, { method, token, json, form, headers }: Call = {}) {
  const answer = await fetch(portal + path, {
    method: method ?? (json || form ? 'POST' : 'GET'),
    signal: AbortSignal.timeout(30_000),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json ? JSON.stringify(json) : (form ?? null),
  });
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

/** A form with a picture. @param picture what `makePicture` takes */
export function formWith(texts: Record<string, string>, ...picture: Parameters<typeof makePicture>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.set('image', new Blob([new Uint8Array(makePicture(...picture))], { type: 'image/png' }), 'picture.png');
  return form;
}
