import { startHttpServer } from '@tma/kit/testing/http-server';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { connectFiles } from './files-client.ts';

it.each([
  [204, []],
  [401, ['files answered 401']],
  [503, ['files answered 503']],
])('uploads that are discarded with the answer %i: what the log says', async (status, reasons) => {
  const server = await startHttpServer((_request, response) => response.writeHead(status).end());
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const files = connectFiles(server.url, log);
  const whose = { reportId: 'r', tehsil: 'Mardan', token: 'a.b.c' };
  await files.uploads(whose).discard();
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(reasons);
  await files.close();
  await server.stop();
});
