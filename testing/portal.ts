import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backing } from '../infra/backing/backing.ts';
import { type InfraConfig, readInfraConfig } from '../infra/config.ts';
import type { Print } from '../infra/processes/steps.ts';
import { launch } from '../infra/run/launch.ts';
import { lastRunning, type Running } from '../infra/run/run-file.ts';
import type { Portal } from './people.ts';

interface Options {
  /** Postgres, Kafka and Redis that run already; else it starts its own. */
  backing?: Backing | undefined;
  /** Without it nothing of this machine's environment counts, and what it starts runs natively. */
  config?: InfraConfig;
  /** For each of its processes. */
  env?: Record<string, string>;
  /** A folder that is there and stays; else one that is deleted when it is stopped. */
  dataDir?: string;
  print?: Print;
}

/** Starts a portal of its own, as `npm start` does, on free ports. */
export async function startPortal({
  backing,
  config = readInfraConfig({ BACKING: 'native' }),
  env = {},
  dataDir: given,
  print,
}: Options = {}): Promise<{ portal: Portal; running: Running; stop(): Promise<void> }> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'tma-portal-')));
  const { urls, secretKey, stop } = await launch({ ports: 'free', dataDir, backing, config, env, print });
  const running = await lastRunning(dataDir);
  if (!running) throw new Error('the portal does not say how it runs');
  return {
    portal: { portal: urls.portal, mailbox: urls.mailbox, secretKey, dataDir },
    running,
    async stop() {
      await stop();
      // A process that was ended may be writing yet.
      if (given === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
