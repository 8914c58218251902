import type { Operations } from '@tma/contracts';
import { startHttpServer } from '@tma/kit/testing';
import type { z } from 'zod';

type Administrator = z.infer<Operations['findAdmin']['answers'][200]>;

/** The auth service as this one asks it, with administrators of its own. */
export async function startAuth() {
  const administrators = new Map<string, Administrator>();
  const state = { isAway: false, asked: 0 };
  const server = await startHttpServer((request, response) => {
    state.asked += 1;
    // What does not answer is away, too.
    if (state.isAway) return;
    const found = administrators.get(request.url?.split('/').at(-1) ?? '');
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { code: 'not_found' }));
  });
  return { ...server, administrators, state };
}
