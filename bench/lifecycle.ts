import { issueNames } from '@tma/contracts';
import { FormData, Pool } from 'undici';
import { password } from '../infra/seed/fill.ts';
import { adminEmail, residentEmail, type Seed } from '../infra/seed/people.store.ts';
import { picture } from '../services/files/testing/samples.ts';
import type { Step } from './open-loop.ts';

/** One report's life, from the form to its last mail. */
export interface Life {
  number: number;
  report?: { id: string; reference: string; user_id: string; image: string; tehsil: string };
}

interface Ask {
  method?: 'GET' | 'POST' | 'PUT';
  token?: string;
  json?: object;
  form?: FormData;
}

const signsIn = 16;

/** Signs all residents in and returns the steps of a lifecycle: three writes and nine reads. */
export async function prepareLives(portal: string, people: Seed): Promise<{ steps: Step<Life>[]; close(): void }> {
  const pool = new Pool(portal.replace('localhost', '127.0.0.1'), { connections: 256 });

  async function ask<T>(path: string, { method = 'GET', token, json, form }: Ask = {}): Promise<T> {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json && { 'content-type': 'application/json' }),
    };
    const { statusCode, body } = await pool.request({
      path,
      method,
      headers,
      body: form ?? (json ? JSON.stringify(json) : null),
      headersTimeout: 30_000,
    });
    if (statusCode >= 300) throw new Error(`${method} ${path.slice(0, 40)}: ${statusCode} ${await body.text()}`);
    if (path.startsWith('/uploads/')) return (await body.arrayBuffer()) as T;
    return (await body.json()) as T;
  }

  const residents: string[] = [];
  let next = 1;
  const signIn = async () => {
    for (let number = next++; number <= people.residents; number = next++) {
      const json = { email: residentEmail(people.seed, number), password };
      const answer = await ask<{ access_token: string }>('/auth/v1/token?grant_type=password', {
        method: 'POST',
        json,
      });
      residents.push(answer.access_token);
    }
  };
  await Promise.all(Array.from({ length: signsIn }, signIn));
  const admins = new Map<string, string>();
  for (const [index, tehsil] of people.tehsils.entries()) {
    const json = { Email: adminEmail(people.seed, index + 1), Password: password };
    admins.set(tehsil, (await ask<{ Token: string }>('/adminsignin', { method: 'POST', json })).Token);
  }

  const photo = new Blob([new Uint8Array(await picture(1280, 960).jpeg({ quality: 80 }).toBuffer())]);
  const token = ({ number }: Life) => residents[number % residents.length] ?? '';
  const known = ({ report }: Life) => report ?? { id: '', reference: '', user_id: '', image: '', tehsil: '' };
  const adminToken = (life: Life) => admins.get(known(life).tehsil) ?? '';
  const read = (path: (life: Life) => string, by: (life: Life) => string | undefined): Step<Life> => ({
    kind: 'read',
    ask: async (life) => void (await ask(path(life), { token: by(life) })),
  });
  const change = (json: object): Step<Life> => ({
    kind: 'write',
    ask: async (life) =>
      void (await ask(`/reports/${known(life).id}`, { method: 'PUT', token: adminToken(life), json })),
  });
  const nobody = () => undefined;
  const steps: Step<Life>[] = [
    {
      kind: 'write',
      async ask(life) {
        const form = new FormData();
        form.set('issue', issueNames[life.number % issueNames.length] ?? '');
        form.set('location', `Bazaar road ${life.number}`);
        form.set('description', 'The lamp before the school is dark.');
        form.set('image', photo, 'lamp.jpg');
        life.report = await ask('/newrequest', { method: 'POST', token: token(life), form });
      },
    },
    read(() => '/rest/v1/requests?select=*&order=created_at.desc&limit=50', token),
    read((life) => `/${known(life).image}?w=480`, nobody),
    read(() => '/adminrequests?limit=50', adminToken),
    read(() => '/adminrequests/counts', adminToken),
    change({ schedule: '2027-03-05' }),
    read((life) => `/api/stats?tehsil=${encodeURIComponent(known(life).tehsil)}`, nobody),
    read(() => '/adminrequests?filter=scheduled&limit=50', adminToken),
    read((life) => `/request-contact/${known(life).user_id}`, adminToken),
    change({ status: 'Closed' }),
    read(() => '/rest/v1/requests?select=*&order=created_at.desc&limit=20&status=eq.Closed', token),
    read((life) => `/reports/${known(life).id}/history`, token),
  ];
  return { steps, close: () => void pool.destroy() };
}
