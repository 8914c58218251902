import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { v7 as uuid } from 'uuid';

/** A files service that keeps what it is sent, refuses what begins with `bad`, and fails at what begins with `ill`. */
export async function startFiles() {
  const kept = new Map<string, { id: string; kind: string; bytes: number }[]>();
  const answer = async (request: IncomingMessage) => {
    const query = new URL(request.url ?? '', 'http://files.test').searchParams;
    const reportId = query.get('reportId') ?? '';
    if (request.method === 'DELETE') {
      kept.delete(reportId);
      return { status: 204, body: '' };
    }
    const content = await buffer(request);
    if (content.subarray(0, 3).toString() === 'bad') {
      return { status: 400, body: { code: 'invalid_request', detail: `The ${query.get('kind')} is bad.` } };
    }
    if (content.subarray(0, 3).toString() === 'ill') return { status: 502, body: '<h1>Bad gateway</h1>' };
    if (content.length > 1024 * 1024) return { status: 413, body: { code: 'too_large', detail: 'Larger than 1 MB.' } };
    const id = uuid();
    kept.set(reportId, [...(kept.get(reportId) ?? []), { id, kind: query.get('kind') ?? '', bytes: content.length }]);
    return { status: 201, body: { id, path: query.get('kind') === 'image' ? `uploads/${id}.webp` : null } };
  };
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
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
