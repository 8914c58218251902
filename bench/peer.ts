/** Servers in processes of their own, that are measured or that ours are compared with. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { frontends, services, urlVariable } from '@tma/contracts';
import { childEnvironment } from '../infra/config.ts';
import { untilReady, watch } from '../infra/processes/children.ts';
import { freePort } from '../infra/processes/ports.ts';
import { planOf } from '../infra/system.ts';

export interface Peer {
  /** With a slash at its end. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a file of this folder as a server. Its first argument is its port; it sends `ready` when it listens, and exits
 * when the channel to this process closes.
 */
export async function startPeer(file: string, ...args: string[]): Promise<Peer> {
  const port = await freePort();
  const path = fileURLToPath(new URL(file, import.meta.url));
  // In a session of its own, like a part of the portal: the system distributes its cores by session.
  const child = fork(path, [`${port}`, ...args], { env: childEnvironment(), detached: true });
  const ended = once(child, 'exit');
  const early = ended.then(() => Promise.reject(new Error(`${file} ended while it was starting`)));
  await Promise.race([once(child, 'message'), early]);
  early.catch(() => {});
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

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
  await untilReady('the gateway', watched, async () => (await fetch(`${url}health/live`)).ok, 20_000);
  return { url, pid: child.pid ?? 0, stop: watched.stop };
}
