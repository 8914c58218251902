import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { frontends, services, urlVariable } from '@tma/contracts';
import { childEnvironment } from '../infra/config.ts';
import { until, watch } from '../infra/processes/children.ts';
import { freePort } from '../infra/processes/ports.ts';
import { planOf } from '../infra/system.ts';
import type { Peer } from './peer.ts';

/** The gateway as the portal runs it, with one upstream for all services. */
export async function startGateway(upstream: string): Promise<Peer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const plan = planOf('gateway');
  const env = {
    ...childEnvironment(),
    ...plan?.tuning,
    ...Object.fromEntries([...services, ...frontends].map((name) => [urlVariable(name), upstream])),
    PUBLIC_URL: url,
    PORT: `${port}`,
  };
  const file = fileURLToPath(new URL('../gateway/main.ts', import.meta.url));
  const execArgv = [...(plan?.options ?? [])];
  const child = fork(file, { env, execArgv, detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const watched = watch(child);
  await until('the gateway', watched, async () => (await fetch(`${url}health/live`)).ok, 20_000);
  return { url, pid: child.pid ?? 0, stop: watched.stop };
}
