import { urlVariable } from '@tma/contracts';
import { sharedRead } from '@tma/kit/shared-read';
import { type GatewayConfig, upstreamNames } from './config.ts';

type Health = 'ok' | 'down';

/** Asks a process whether it is ready. No answer within `ms` milliseconds means `down`. */
export async function askHealth(url: string, ms = 1500): Promise<Health> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(ms) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ? 'ok' : 'down';
}

/** How old the known health of all processes may be, in milliseconds. */
const maxAge = 1000;

/** The health of every other process, by its name. Anybody may ask, so the processes are asked once a second at most. */
export const watchHealth = (config: GatewayConfig) => sharedRead(() => askAllHealth(config), maxAge);

async function askAllHealth(config: GatewayConfig): Promise<Record<string, Health>> {
  const states = upstreamNames.map(async (name) => [name, await askHealth(config[urlVariable(name)])] as const);
  return Object.fromEntries(await Promise.all(states));
}
