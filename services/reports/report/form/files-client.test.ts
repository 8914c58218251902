import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { connectFiles } from './files-client.ts';

it.each([
  [204, []],
  [401, ['files answered 401']],
  [503, ['files answered 503']],
])('uploads that are discarded with the answer %i: what the log says', async (status, reasons) => {
  const server = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const files = connectFiles(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, log);
  const whose = { reportId: 'r', tehsil: 'Mardan', token: 'a.b.c' };
  await files.uploads(whose).discard();
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(reasons);
  await files.close();
  server.close();
});
