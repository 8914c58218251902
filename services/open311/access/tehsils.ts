import { jurisdictionOf, operations } from '@tma/contracts';
import { inSpan, traceHeaders, unavailable } from '@tma/kit';
import { Agent, request } from 'undici';

const Names = operations.listTehsils.answers[200];

/** In milliseconds: how old may be what says that there is one tehsil, and no other. */
const maxAge = 5000;

export type Tehsils = ReturnType<typeof knownTehsils>;

/**
 * Which tehsils there are, by what other systems call them. Auth has them, and takes none away.
 * @param authUrl where auth is
 */
export function knownTehsils(authUrl: string) {
  const dispatcher = new Agent({ connections: 2, headersTimeout: 3000, bodyTimeout: 3000, connectTimeout: 2000 });
  const url = new URL(operations.listTehsils.path, authUrl);
  let known = new Map<string, string>();
  let count = 0;
  let knownAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  const read = () =>
    inSpan({ name: 'list tehsils', kind: 'client' }, async () => {
      try {
        const answer = await request(url, { dispatcher, headers: traceHeaders() });
        // Where two are called the same, as some of before may be, the first is meant.
        const names = Names.parse(await answer.body.json()).toReversed();
        count = names.length;
        known = new Map(names.map(({ tehsil }) => [jurisdictionOf(tehsil), tehsil]));
        knownAt = performance.now();
      } catch (error) {
        throw unavailable(error);
      }
    });

  /** However many ask, auth is asked once at a time; by a call that began after the question. */
  async function ask(): Promise<void> {
    await asking?.catch(() => undefined);
    asking ??= read().finally(() => {
      asking = undefined;
    });
    await asking;
  }

  return {
    /** The name of a tehsil; null where there is none that is called so. Throws 503 when auth is away. */
    async find(jurisdiction: string): Promise<string | null> {
      if (!known.has(jurisdiction)) await ask();
      return known.get(jurisdiction) ?? null;
    },
    /** The name of the only tehsil; null where there are several, or none. */
    async only(): Promise<string | null> {
      if (count <= 1 && performance.now() - knownAt > maxAge) await ask();
      const [name = null] = known.values();
      return count === 1 ? name : null;
    },
    close: () => dispatcher.close(),
  };
}
