import { operations } from '@tma/contracts';
import { inSpan, notFound, type Pool, sharedReads, traceHeaders, unavailable } from '@tma/kit';
import { Agent, request } from 'undici';
import { isTehsilHere } from './tehsils.store.ts';

const Names = operations.listTehsils.answers[200];

export type Tehsils = ReturnType<typeof knownTehsils>;

/** Which tehsils there are. Auth has them; none is ever taken away, so that each is asked for once. */
export function knownTehsils(pool: Pool, authUrl: string) {
  const dispatcher = new Agent({ connections: 2, headersTimeout: 3000, bodyTimeout: 3000, connectTimeout: 2000 });
  const url = new URL(operations.listTehsils.path, authUrl);
  const known = new Set<string>();
  /** However many unknown names are asked for, auth is asked once at a time; each by a call that began after the question. */
  const shared = sharedReads<void>();
  const ask = () =>
    inSpan({ name: 'list tehsils', kind: 'client' }, async () => {
      try {
        const answer = await request(url, { dispatcher, headers: traceHeaders() });
        for (const { tehsil } of Names.parse(await answer.body.json())) known.add(tehsil);
      } catch (error) {
        throw unavailable(error);
      }
    });
  return {
    /** Throws 404 for a name that no tehsil has, 503 when auth is away and nothing here knows it. */
    async require(name: string): Promise<void> {
      if (known.has(name)) return;
      if (await isTehsilHere(pool, name)) known.add(name);
      else await shared('all', ask);
      if (!known.has(name)) throw notFound();
    },
    close: () => dispatcher.close(),
  };
}
