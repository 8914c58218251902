import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../command.ts';
import { childEnvironment, type InfraConfig } from '../config.ts';
import { run } from '../processes/run-program.ts';
import { type Backing, type BackingOptions, localAddresses } from './backing.ts';

const file = fileURLToPath(new URL('./compose.yaml', import.meta.url));

/** A file in the data folder that names the compose project which keeps its data. */
export const dockerProjectFile = 'docker-project';

/** Whether a Docker engine with compose answers within ten seconds: half a second on an idle machine. */
export const dockerAnswers = async (): Promise<boolean> =>
  (await run('docker', ['compose', 'ls', '--format', 'json'], { timeoutMs: 10_000 })).code === 0;

/** Pulls the images that this machine does not have. @returns the first that cannot be pulled, or null */
export async function pullImages(
  config: InfraConfig,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<string | null> {
  for (const image of [config.POSTGRES_IMAGE, config.KAFKA_IMAGE, config.REDIS_IMAGE]) {
    if ((await run('docker', ['image', 'inspect', image])).code === 0) continue;
    print(`pulling ${image}`);
    if ((await run('docker', ['pull', '-q', image], { signal, timeoutMs: 300_000 })).code !== 0) return image;
  }
  return null;
}

/**
 * The project that a data folder has, also after it was moved; null where it has none yet. A copy of a folder that is still there has
 * none, or the two would share their data.
 */
async function projectOf(dataDir: string): Promise<string | null> {
  const here = resolve(dataDir);
  const noted = await readFile(join(dataDir, dockerProjectFile), 'utf8').catch(() => '');
  const [project, home = here] = noted.split('\n').filter(Boolean);
  return project && (home === here || !existsSync(join(home, dockerProjectFile))) ? project : null;
}

/** The backing services as containers, one compose project per data folder; their data is kept in named volumes. */
export async function startDocker(options: BackingOptions, config: InfraConfig, how: string): Promise<Backing> {
  const { dataDir, ports, password } = options;
  // Not made of the path: a folder that was there before, and was moved, keeps its own.
  const project = (await projectOf(dataDir)) ?? `tma-${randomBytes(4).toString('hex')}`;
  await writeFile(join(dataDir, dockerProjectFile), `${project}\n${resolve(dataDir)}\n`);
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
  const stop = async () => {
    await compose('stop', '--timeout', '3');
  };
  const { code, output } = await compose('up', '-d', '--wait');
  if (code !== 0) {
    // Some may run: Docker would start them again with the machine.
    await stop();
    throw new CommandError(`Docker could not start the backing services. It said:\n${output.slice(-2000)}`);
  }
  return { ...localAddresses(ports, password), how, pids: {}, stop };
}

/**
 * Removes the containers and volumes of a data folder, if there are any. Throws `CommandError` where they cannot be removed: the
 * folder has their password, so it has to stay until they are gone.
 */
export async function removeContainers(dataDir: string): Promise<void> {
  if (!(await dockerAnswers())) {
    if (!existsSync(join(dataDir, dockerProjectFile))) return;
    throw new CommandError(
      `Docker keeps the data of ${dataDir}, but does not answer. Start Docker first; nothing was deleted.`,
    );
  }
  const name = await projectOf(dataDir);
  if (!name) return;
  // Also where no container is left: the volumes may be.
  const project = ['-p', name, '-f', file];
  const { code, output } = await run('docker', ['compose', ...project, 'down', '--volumes', '--timeout', '3']);
  if (code !== 0)
    throw new CommandError(`Docker could not remove the data of ${dataDir}. It said:\n${output.slice(-2000)}`);
}
