import { operationList, type Who } from '@tma/contracts';
import { expect, it } from 'vitest';
import type { Portal } from '../people.ts';

export const nobody = '00000000-0000-7000-8000-000000000000';

/** Every operation that the gateway forwards, with parameters of an id that does not exist. */
export const routes = operationList
  .filter(({ internal }) => !internal)
  .map((operation) => ({ ...operation, url: operation.path.replace(/\{\w+\}/g, nobody) }));

/** Those that need a token. */
export const guarded = routes.filter(({ who }) => who !== 'anyone');

/** With whose token an operation is called. */
export const audienceOf = (who: Who): 'resident' | 'admin' =>
  who !== 'anyone' && who[0] === 'admin' ? 'admin' : 'resident';

/** The last test of a file: after the attacks, other callers are served as before. */
export const itStillAnswers = ({ portal }: Portal) =>
  it('the portal still answers afterwards', async () => {
    const ask = async (path: string) => (await fetch(portal + path, { signal: AbortSignal.timeout(5000) })).status;
    // A process that was killed may be down for a moment.
    await expect.poll(() => ask('/health'), { timeout: 20_000 }).toBe(200);
    expect(await Promise.all(['/', '/api/gettehsils', '/api/stats?tehsil=Mardan'].map(ask))).toEqual([200, 200, 200]);
  });
