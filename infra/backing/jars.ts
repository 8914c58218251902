import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Trouble } from '../config.ts';

const pom = fileURLToPath(new URL('./pom.xml', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/tma/', import.meta.url));

const runs = (program: string, argument: string) => spawnSync(program, [argument], { encoding: 'utf8' });

/** Says what to do when Java or Maven is missing: one line. */
export function demandJava(): void {
  const java = runs('java', '-version');
  const version = Number(/version "(\d+)/.exec(java.stderr ?? '')?.[1] ?? 0);
  if (java.error || version < 17) {
    throw new Trouble(
      `Kafka needs Java 17 or newer${version ? ` (found ${version})` : ', and none was found'}. ` +
        'Install it (Debian: apt-get install openjdk-17-jre-headless maven), or start a Docker engine, or set KAFKA_BROKERS.',
    );
  }
}

let folder: Promise<string> | undefined;

/** The folder of the jars named in pom.xml, fetched by Maven when they are not there yet. */
export function jars(): Promise<string> {
  folder ??= fetchJars();
  return folder;
}

async function fetchJars(): Promise<string> {
  const name = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 16);
  const folder = join(cache, `jars-${name}`);
  if (existsSync(join(folder, '.complete'))) return folder;
  if (runs('mvn', '-version').error) {
    throw new Trouble(
      'Maven fetches Kafka, and mvn was not found. Install it (Debian: apt-get install maven), or start a Docker engine.',
    );
  }
  const making = `${folder}.${process.pid}`;
  await mkdir(making, { recursive: true });
  const made = spawnSync(
    'mvn',
    ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${making}`, '-DincludeScope=runtime'],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) {
    await rm(making, { recursive: true, force: true });
    throw new Trouble(`Maven could not fetch Kafka. Is the network there? What it said:\n${made.stdout.slice(-2000)}`);
  }
  await writeFile(join(making, '.complete'), '');
  await rm(folder, { recursive: true, force: true });
  await rename(making, folder);
  return folder;
}

/** The path of the one jar whose name begins so. */
export function jarNamed(folder: string, begin: string): string {
  const name = readdirSync(folder).find((file) => file.startsWith(begin));
  if (!name) throw new Error(`No jar ${begin}* in ${folder}`);
  return join(folder, name);
}
