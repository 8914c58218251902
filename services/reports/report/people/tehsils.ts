import { operations } from '@tma/contracts';
import { callService, notFound, type Pool, sharedReads } from '@tma/kit';
import { Pool as Connections } from 'undici';
import { isTehsilHere } from './tehsils.store.ts';

const { method, path, answers } = operations.listTehsils;

export type Tehsils = ReturnType<typeof knownTehsils>;

/** Which tehsils there are. Auth has them; none is ever taken away, so that each is asked for once. */
export function knownTehsils(pool: Pool, authUrl: string) {
  const timeouts = { headersTimeout: 3000, bodyTimeout: 3000, connectTimeout: 2000 };
  const auth = new Connections(new URL(authUrl).origin, { connections: 2, ...timeouts });
  const known = new Set<string>();
  /** However many unknown names are asked for, auth is asked once at a time; each by a call that began after the question. */
  const shared = sharedReads<void>();
  const ask = () =>
    callService(auth, { name: 'list tehsils', method, path }, async ({ body }) => {
      for (const { tehsil } of answers[200].parse(await body.json())) known.add(tehsil);
    });
  return {
    /** Throws 404 for a name that no tehsil has, 503 when auth is away and nothing here knows it. */
    async require(name: string): Promise<void> {
      if (known.has(name)) return;
      if (await isTehsilHere(pool, name)) known.add(name);
      else await shared('all', ask);
      if (!known.has(name)) throw notFound();
    },
    close: () => auth.close(),
  };
}
