import { jurisdictionOf, operations } from '@tma/contracts';
import { callService, sharedReads } from '@tma/kit';
import { Pool } from 'undici';

const { method, path, answers } = operations.listTehsils;

/** How old the knowledge may be that there is only one tehsil, in milliseconds. */
const maxAge = 5000;

export type Tehsils = ReturnType<typeof knownTehsils>;

/** The tehsils, by the names that other systems use. Auth has them, and never removes one. */
export function knownTehsils(authUrl: string) {
  const timeouts = { headersTimeout: 3000, bodyTimeout: 3000, connectTimeout: 2000 };
  const auth = new Pool(new URL(authUrl).origin, { connections: 2, ...timeouts });
  let known = new Map<string, string>();
  let count = 0;
  let knownAt = Number.NEGATIVE_INFINITY;

  const shared = sharedReads<void>();
  const ask = () =>
    callService(auth, { name: 'list tehsils', method, path }, async ({ body }) => {
      // If two have the same name for other systems, as older ones may, the first counts.
      const names = answers[200].parse(await body.json()).toReversed();
      count = names.length;
      known = new Map(names.map(({ tehsil }) => [jurisdictionOf(tehsil), tehsil]));
      knownAt = performance.now();
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
    close: () => auth.close(),
  };
}
