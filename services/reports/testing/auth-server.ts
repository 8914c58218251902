import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Operations } from '@tma/contracts';
import type { z } from 'zod';

type Administrator = z.infer<Operations['findAdmin']['answers'][200]>;

/** The auth service as this one asks it, with administrators of its own. */
export async function startAuth() {
  const administrators = new Map<string, Administrator>();
  const state = { isAway: false, asked: 0 };
  const server = createServer((request, response) => {
    state.asked += 1;
    // What does not answer is away, too.
    if (state.isAway) return;
    const found = administrators.get(request.url?.split('/').at(-1) ?? '');
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { code: 'not_found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    administrators,
    state,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
