import { issueNames } from '@tma/contracts';
import { FormData, Pool } from 'undici';
import { password } from '../infra/seed/fill.ts';
import { adminEmail, residentEmail, type Seed } from '../infra/seed/people.store.ts';
import { picture } from '../services/files/testing/samples.ts';
import { adminTokenOf, tokenOf } from '../testing/calls.ts';
import { atOnce } from './measure.ts';

/** One report's life, from the form to its last mail. */
export interface Life {
  number: number;
  report?: { id: string; reference: string; user_id: string; image: string; tehsil: string };
}

/** One request of a life. It throws when the answer is not the one expected. */
export interface Step {
  kind: 'read' | 'write';
  ask(life: Life): Promise<unknown>;
}

/** The tokens of those who take part. */
export interface Tokens {
  residents: readonly string[];
  /** By tehsil. */
  admins: ReadonlyMap<string, string>;
}

/** Signs all residents in, and an administrator of each tehsil. */
export async function signIn(portal: string, { seed, tehsils, residents: many }: Seed): Promise<Tokens> {
  const residents: string[] = [];
  await atOnce(16, many, async (turn) => {
    residents[turn] = await tokenOf({ portal }, { email: residentEmail(seed, turn + 1), password });
  });
  const admins = new Map<string, string>();
  for (const [index, tehsil] of tehsils.entries())
    admins.set(tehsil, await adminTokenOf({ portal }, { email: adminEmail(seed, index + 1), password }));
  return { residents, admins };
}

/** The steps of a lifecycle at a server with the portal's paths: three writes and nine reads. */
export async function livesAt(origin: string, tokens: Tokens): Promise<{ steps: Step[]; close(): void }> {
  const pool = new Pool(origin.replace('localhost', '127.0.0.1'), { connections: 256 });
  const photo = new Blob([new Uint8Array(await picture(1280, 960).jpeg({ quality: 80 }).toBuffer())]);
  return { steps: stepsOf(senderTo(pool), tokens, photo), close: () => void pool.destroy() };
}

interface Ask {
  method?: 'GET' | 'POST' | 'PUT';
  token?: string;
  json?: object;
  form?: FormData;
}
type Send = <T>(path: string, options?: Ask) => Promise<T>;

/** Sends requests; throws for a status of 300 or more. @returns the parsed body, or the bytes of a picture */
export const senderTo =
  (pool: Pool): Send =>
  async <T>(path: string, { method = 'GET', token, json, form }: Ask = {}): Promise<T> => {
    const { statusCode, body } = await pool.request({
      path,
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
      },
      body: form ?? (json ? JSON.stringify(json) : null),
      headersTimeout: 30_000,
    });
    if (statusCode >= 300) throw new Error(`${method} ${path.slice(0, 40)}: ${statusCode} ${await body.text()}`);
    return (await (path.startsWith('/uploads/') ? body.arrayBuffer() : body.json())) as T;
  };

function stepsOf(send: Send, { residents, admins }: Tokens, photo: Blob): Step[] {
  const token = ({ number }: Life) => residents[number % residents.length] ?? '';
  const known = ({ report }: Life) => report ?? { id: '', reference: '', user_id: '', image: '', tehsil: '' };
  const adminToken = (life: Life) => admins.get(known(life).tehsil) ?? '';
  const read = (path: (life: Life) => string, by: (life: Life) => string | undefined = () => undefined): Step => ({
    kind: 'read',
    ask: (life) => send(path(life), { token: by(life) }),
  });
  const change = (json: object): Step => ({
    kind: 'write',
    ask: (life) => send(`/reports/${known(life).id}`, { method: 'PUT', token: adminToken(life), json }),
  });
  const submit: Step = {
    kind: 'write',
    ask: async (life) => {
      life.report = await send('/newrequest', { method: 'POST', token: token(life), form: formOf(life, photo) });
    },
  };
  return [
    submit,
    read(() => '/rest/v1/requests?select=*&order=created_at.desc&limit=50', token),
    read((life) => `/${known(life).image}?w=480`),
    read(() => '/adminrequests?limit=50', adminToken),
    read(() => '/adminrequests/counts', adminToken),
    change({ schedule: '2027-03-05' }),
    read((life) => `/api/stats?tehsil=${encodeURIComponent(known(life).tehsil)}`),
    read(() => '/adminrequests?filter=scheduled&limit=50', adminToken),
    read((life) => `/request-contact/${known(life).user_id}`, adminToken),
    change({ status: 'Closed' }),
    read(() => '/rest/v1/requests?select=*&order=created_at.desc&limit=20&status=eq.Closed', token),
    read((life) => `/reports/${known(life).id}/history`, token),
  ];
}

function formOf({ number }: Life, photo: Blob): FormData {
  const form = new FormData();
  form.set('issue', issueNames[number % issueNames.length] ?? '');
  form.set('location', `Bazaar road ${number}`);
  form.set('description', 'The lamp before the school is dark.');
  form.set('image', photo, 'lamp.jpg');
  return form;
}
