import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../command.ts';
import { childEnvironment } from '../config.ts';
import { run } from '../processes/run-program.ts';

const pom = fileURLToPath(new URL('./pom.xml', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/tma/', import.meta.url));

/** Of Java and Maven: in a locale without UTF-8, or where none is set, Java finds no path with a letter beyond ASCII. */
export const javaEnvironment = () => ({ ...childEnvironment(), LC_ALL: 'C.UTF-8' });

/** Throws a CommandError when Java is missing or older than 17. */
export async function requireJava(): Promise<void> {
  const { output } = await run('java', ['-version']);
  const version = Number(/version "(\d+)/.exec(output)?.[1] ?? 0);
  if (version >= 17) return;
  throw new CommandError(
    `Kafka needs Java 17 or newer${version ? ` (found ${version})` : ', and none was found'}. ` +
      'Install it (Debian: apt-get install openjdk-17-jre-headless maven), or start a Docker engine that you may use.',
  );
}

/** Throws a CommandError where Java cannot be told of a folder: its class path is a list. */
export function requireInClassPath(folder: string): void {
  if (!folder.includes(delimiter)) return;
  throw new CommandError(
    `Java can load nothing from ${folder}, as the path has a ${delimiter}. Move the project, or start a Docker engine that you may use.`,
  );
}

let folder: Promise<string> | undefined;

/** The folder of the jars that pom.xml names, fetched by Maven with the first call. */
export function jars(signal?: AbortSignal): Promise<string> {
  folder ??= fetchJars(signal).catch((error) => {
    folder = undefined;
    throw error;
  });
  return folder;
}

async function fetchJars(signal?: AbortSignal): Promise<string> {
  requireInClassPath(cache);
  const name = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 16);
  const folder = join(cache, `jars-${name}`);
  if (existsSync(join(folder, '.complete'))) return folder;
  if ((await run('mvn', ['-version'])).code !== 0) {
    throw new CommandError(
      'Maven fetches Kafka, and mvn was not found. Install it (Debian: apt-get install maven), or start a Docker engine that you may use.',
    );
  }
  const incomplete = `${folder}.${process.pid}`;
  await mkdir(incomplete, { recursive: true });
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${incomplete}`, '-DincludeScope=runtime'];
  const { code, output } = await run('mvn', ['-q', '-B', '-f', pom, ...goal], { signal, env: javaEnvironment() });
  if (code !== 0) {
    await rm(incomplete, { recursive: true, force: true });
    throw new CommandError(`Maven could not fetch Kafka. Is the network there? What it said:\n${output.slice(-2000)}`);
  }
  await writeFile(join(incomplete, '.complete'), '');
  if (existsSync(join(folder, '.complete'))) {
    // Another start fetched them meanwhile, and runs what is in its folder.
    await rm(incomplete, { recursive: true, force: true });
    return folder;
  }
  await rm(folder, { recursive: true, force: true });
  await rename(incomplete, folder);
  return folder;
}

/** The path of the one jar whose name begins so. */
export function jarNamed(folder: string, begin: string): string {
  const name = readdirSync(folder).find((file) => file.startsWith(begin));
  if (!name) throw new Error(`No jar ${begin}* in ${folder}`);
  return join(folder, name);
}
