import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment, type InfraConfig } from '../config.ts';
import type { Backing, BackingOptions } from './index.ts';
import { withDatabase } from './index.ts';

const run = promisify(execFile);
const file = fileURLToPath(new URL('../compose.backing.yaml', import.meta.url));

/** Whether a Docker engine with compose answers within two seconds. */
export const dockerAnswers = (): Promise<boolean> =>
  run('docker', ['compose', 'ls', '--format', 'json'], { timeout: 2000 }).then(
    () => true,
    () => false,
  );

/** Pulls the images that are not here. @returns the first that cannot be had, or null */
export async function imagesAtHand(config: InfraConfig, log: (line: string) => void): Promise<string | null> {
  for (const image of [config.POSTGRES_IMAGE, config.KAFKA_IMAGE, config.REDIS_IMAGE]) {
    const here = await run('docker', ['image', 'inspect', image]).then(
      () => true,
      () => false,
    );
    if (here) continue;
    log(`pulling ${image}`);
    const pulled = await run('docker', ['pull', '-q', image], { timeout: 300_000 }).then(
      () => true,
      () => false,
    );
    if (!pulled) return image;
  }
  return null;
}

/** The backing services as containers, one compose project per data folder; their data is kept in named volumes. */
export async function startDocker(options: BackingOptions, config: InfraConfig, how: string): Promise<Backing> {
  const { dataDir, ports, password } = options;
  const project = `tma-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 8)}`;
  const env = {
    ...childEnvironment(),
    POSTGRES_IMAGE: config.POSTGRES_IMAGE,
    KAFKA_IMAGE: config.KAFKA_IMAGE,
    REDIS_IMAGE: config.REDIS_IMAGE,
    POSTGRES_PORT: String(ports.postgres),
    KAFKA_PORT: String(ports.kafka),
    REDIS_PORT: String(ports.redis),
    POSTGRES_PASSWORD: password,
  };
  const compose = (...args: string[]) => run('docker', ['compose', '-p', project, '-f', file, ...args], { env });
  await compose('up', '-d', '--wait');
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${ports.postgres}/postgres`;
  return {
    databaseUrl: (name) => withDatabase(url, name),
    kafkaBrokers: [`127.0.0.1:${ports.kafka}`],
    redisUrl: `redis://127.0.0.1:${ports.redis}`,
    how,
    pids: {},
    stop: async () => {
      await compose('stop', '--timeout', '5');
    },
  };
}

/** Removes the containers and volumes of a data folder, if there are any. */
export async function forgetDocker(dataDir: string): Promise<void> {
  if (!(await dockerAnswers())) return;
  const project = `tma-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 8)}`;
  const { stdout } = await run('docker', ['compose', 'ls', '-a', '-q']);
  if (!stdout.split('\n').includes(project)) return;
  await run('docker', ['compose', '-p', project, 'down', '--volumes', '--timeout', '3'], { env: childEnvironment() });
}
