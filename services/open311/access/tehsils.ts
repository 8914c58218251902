import { jurisdictionOf, operations } from '@tma/contracts';
import { inSpan, sharedReads, traceHeaders, unavailable } from '@tma/kit';
import { Agent, request } from 'undici';

const Names = operations.listTehsils.answers[200];

/** How old the knowledge may be that there is only one tehsil, in milliseconds. */
const maxAge = 5000;

export type Tehsils = ReturnType<typeof knownTehsils>;

/** The tehsils, by the names that other systems use. Auth has them, and never removes one. */
export function knownTehsils(authUrl: string) {
  const dispatcher = new Agent({ connections: 2, headersTimeout: 3000, bodyTimeout: 3000, connectTimeout: 2000 });
  const url = new URL(operations.listTehsils.path, authUrl);
  let known = new Map<string, string>();
  let count = 0;
  let knownAt = Number.NEGATIVE_INFINITY;

  const shared = sharedReads<void>();
  const ask = () =>
    inSpan({ name: 'list tehsils', kind: 'client' }, async () => {
      try {
        const answer = await request(url, { dispatcher, headers: traceHeaders() });
        // If two have the same name for other systems, as older ones may, the first counts.
        const names = Names.parse(await answer.body.json()).toReversed();
        count = names.length;
        known = new Map(names.map(({ tehsil }) => [jurisdictionOf(tehsil), tehsil]));
        knownAt = performance.now();
      } catch (error) {
        throw unavailable(error);
      }
    });

  return {
    /** The tehsil that other systems call so; null where there is none. Throws 503 when auth is away. */
    async find(jurisdiction: string): Promise<string | null> {
      if (!known.has(jurisdiction)) await shared('all', ask);
      return known.get(jurisdiction) ?? null;
    },
    /** The name of the only tehsil; null where there are several, or none. */
    async only(): Promise<string | null> {
      if (count <= 1 && performance.now() - knownAt > maxAge) await shared('all', ask);
      const [name = null] = known.values();
      return count === 1 ? name : null;
    },
    close: () => dispatcher.close(),
  };
}
