/** What anybody's question for the health costs the services. */
import { afterEach, expect, test, vi } from 'vitest';
import { upstreamNames } from './config.ts';
import { watchHealth } from './health.ts';
import { startGateway } from './testing/index.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  return stop?.();
});

/** A gateway in front of services that count how often they are asked. */
async function gateway() {
  const state = { asked: 0 };
  const started = await startGateway((request, response) => {
    if (request.url === '/health/ready') state.asked += 1;
    response.end();
  });
  stop = started.stop;
  return { ...started, state };
}

test('a hundred who ask for the health at once have each service asked once', async () => {
  const { url, state } = await gateway();
  // The clock stands still: on a busy machine a hundred take longer than the second for which an answer is good.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(`${url}/health`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(state.asked).toBe(upstreamNames.length);
});

test('while a part is away it is 503, with Retry-After as every other', async () => {
  const started = await startGateway((_request, response) => response.writeHead(503).end());
  stop = started.stop;
  const answer = await fetch(`${started.url}/health`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await answer.json()).toMatchObject({ status: 'down', parts: { auth: 'down' } });
});

test('an answer is at most a second old', async () => {
  const { config } = await gateway();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const health = watchHealth(config);
  const first = await health();
  now.mockReturnValue(999);
  expect(await health()).toBe(first);
  now.mockReturnValue(1000);
  expect(await health()).not.toBe(first);
});
