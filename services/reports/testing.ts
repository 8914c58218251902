/** For this service's tests: the service on a real socket, a files service that keeps what it is sent, and callers. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { issueNames } from '@tma/contracts';
import { buildParts, createDatabase, createSigner, testConfig } from '@tma/kit/testing';
import { v7 as uuid } from 'uuid';
import { inject } from 'vitest';
import type { ReportsConfig } from './config.ts';
import { plan } from './plan.ts';

export async function startReports(settings: Partial<ReportsConfig> = {}) {
  const backing = inject('backing');
  const database = await createDatabase(backing.clusterUrl, new URL('./migrations', import.meta.url));
  const files = await startFiles();
  const config: ReportsConfig = {
    ...testConfig(database.url, backing),
    FILES_URL: files.url,
    MAX_UPLOAD_MB: 1,
    UPLOAD_SECONDS: 110,
    TIME_ZONE: 'Asia/Karachi',
    ...settings,
  };
  const signer = await createSigner(config);
  const parts = await buildParts(config, signer.signing(plan));
  const app = await plan.app(parts);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    url,
    pool: parts.pool,
    files,
    /** A signed-in resident of a tehsil. */
    async resident(tehsil: string, profile: Record<string, string> = {}) {
      const id = uuid();
      const email = `${id}@example.org`;
      const user_metadata = {
        first_name: 'Ayesha',
        last_name: 'Khan',
        contact_number: '0300 1234567',
        tehsil,
        ...profile,
      };
      return { id, email, token: await signer.resident(id, user_metadata) };
    },
    async admin(tehsil: string) {
      const id = uuid();
      return { id, token: await signer.admin(id, tehsil) };
    },
    async stop() {
      await app.close();
      parts.redis.close();
      await parts.pool.end();
      await files.stop();
      await database.drop();
    },
  };
}
export type Reports = Awaited<ReturnType<typeof startReports>>;
export type Someone = { id: string; token: string };

/** A files service that keeps what it is sent and refuses what begins with `bad`. */
async function startFiles() {
  const kept = new Map<string, { id: string; kind: string; bytes: number }[]>();
  const answer = async (request: IncomingMessage) => {
    const query = new URL(request.url ?? '', 'http://files.test').searchParams;
    const reportId = query.get('reportId') ?? '';
    if (request.method === 'DELETE') {
      kept.delete(reportId);
      return { status: 204, body: {} };
    }
    const content = await buffer(request);
    if (content.subarray(0, 3).toString() === 'bad') {
      return { status: 400, body: { code: 'invalid_request', detail: `The ${query.get('kind')} is bad.` } };
    }
    if (content.length > 1024 * 1024) return { status: 413, body: { code: 'too_large', detail: 'Larger than 1 MB.' } };
    const id = uuid();
    kept.set(reportId, [...(kept.get(reportId) ?? []), { id, kind: query.get('kind') ?? '', bytes: content.length }]);
    return { status: 201, body: { id, path: query.get('kind') === 'image' ? `uploads/${id}.webp` : null } };
  };
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => response.writeHead(status).end(status === 204 ? undefined : JSON.stringify(body)),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    kept,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type FormParts = Record<string, string | Blob | undefined>;
/** A whole form of a report; `changes` replaces parts of it, undefined leaves them out. */
export function form(changes: FormParts = {}): FormData {
  const whole: FormParts = {
    issue: issueNames[0],
    location: 'Bazaar road 5',
    description: 'Dust everywhere.',
    image: new Blob(['picture'], { type: 'image/png' }),
    ...changes,
  };
  const data = new FormData();
  for (const [name, value] of Object.entries(whole)) if (value !== undefined) data.append(name, value);
  return data;
}

/** Calls the service as somebody. */
export function calls(reports: Pick<Reports, 'url'>) {
  const call = (who: { token: string } | null, path: string, init: RequestInit = {}) =>
    fetch(`${reports.url}${path}`, {
      ...init,
      headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...(init.headers as Record<string, string>) },
    });
  return {
    call,
    get: (who: { token: string } | null, path: string, headers: Record<string, string> = {}) =>
      call(who, path, { headers }),
    submit: (who: { token: string }, body: BodyInit = form(), headers: Record<string, string> = {}) =>
      call(who, '/newrequest', { method: 'POST', body, headers }),
    change: (who: { token: string } | null, id: string, wish: unknown, headers: Record<string, string> = {}) =>
      call(who, `/reports/${id}`, {
        method: 'PUT',
        body: JSON.stringify(wish),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  };
}
