import { urlVariable } from '@tma/contracts';
import { type GatewayConfig, upstreamNames } from './config.ts';

/** The URL of every other process, by its name. */
export const upstreams = (config: GatewayConfig) =>
  Object.fromEntries(upstreamNames.map((name) => [name, config[urlVariable(name)]])) as Record<
    (typeof upstreamNames)[number],
    string
  >;

type Health = 'ok' | 'down';

/** Asks a process whether it is ready. No answer in `ms` milliseconds is `down` too. */
export async function askHealth(url: string, ms = 1500): Promise<Health> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(ms) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ? 'ok' : 'down';
}

/** In milliseconds: how old an answer about everybody's health may be. */
const maxAge = 1000;

/** The health of every other process, by its name: asked once a second, however many want to know it. Anybody may ask. */
export function watchHealth(config: GatewayConfig, now = () => performance.now()) {
  let asked: ReturnType<typeof askAllHealth> | undefined;
  let askedAt = 0;
  let isPending = false;
  return () => {
    if (asked && (isPending || now() - askedAt < maxAge)) return asked;
    askedAt = now();
    isPending = true;
    asked = askAllHealth(config).finally(() => {
      isPending = false;
    });
    return asked;
  };
}

async function askAllHealth(config: GatewayConfig): Promise<Record<string, Health>> {
  const entries = Object.entries(upstreams(config));
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, url]) => [name, await askHealth(url)] as const)),
  );
}
