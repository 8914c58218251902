import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lifetimes } from '@tma/contracts';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readInfraConfig } from '../config.ts';
import { defaultPorts } from '../process-plan.ts';
import { clusterUrl } from './backing.ts';
import { dockerProjectFile, removeContainers, startDocker } from './docker.ts';
import { startBacking, storedBy } from './index.ts';
import { requireInClassPath } from './jars.ts';
import { startNative } from './native.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tma-begun-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const options = () => ({ dataDir: folder, ports: defaultPorts, password: 'any', print: () => {} });

/** Puts a program in the place of Docker, which notes what it is asked. */
function placeDocker(script: string) {
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho "$*" >>"${folder}/asked"\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', folder);
}

it.each(['./compose.yaml', '../compose.yaml'])(
  'Kafka of %s knows how far a part that is away has come for as long as the outboxes keep what it has not handled',
  (file) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    expect(text).toContain(`KAFKA_OFFSETS_RETENTION_MINUTES: ${lifetimes.outboxOfDeadLetters / 60}\n`);
  },
);

it('data is found where it was first stored, whether or not Docker runs now', () => {
  expect(storedBy(folder)).toBeNull();
  writeFileSync(join(folder, dockerProjectFile), 'tma-1');
  expect(storedBy(folder)).toBe('docker');
});

it('native data is recognised by its Postgres cluster', () => {
  mkdirSync(join(folder, 'postgres'));
  expect(storedBy(folder)).toBeNull();
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18');
  expect(storedBy(folder)).toBe('native');
});

it('without Java, or once it is to end, nothing is stored natively: Docker may be started instead', async () => {
  vi.stubEnv('PATH', folder);
  await expect(startNative(options(), '')).rejects.toThrow('Kafka needs Java 17 or newer, and none was found');
  await expect(startNative({ ...options(), signal: AbortSignal.abort() }, '')).rejects.toThrow('aborted');
  expect(storedBy(folder)).toBeNull();
});

it('a project whose path has a colon is refused before anything is fetched or stored: Java would find no class', () => {
  expect(() => requireInClassPath('/srv/portal:8080/node_modules/.cache/tma/')).toThrow('has a :. Move the project');
  expect(() => requireInClassPath('/srv/portal/node_modules/.cache/tma/')).not.toThrow();
});

it('where Docker keeps the data and an image cannot be pulled, no empty portal is started natively', async () => {
  placeDocker('case $* in "image inspect"*|pull*) exit 1 ;; esac');
  writeFileSync(join(folder, dockerProjectFile), 'tma-1');
  const starting = startBacking({ ...options(), config: readInfraConfig({}) });
  await expect(starting).rejects.toThrow(/is kept by Docker, but the image postgres:\S+ is not here/);
  expect(storedBy(folder)).toBe('docker');
});

it('containers do not go on after a start that failed', async () => {
  placeDocker('case $* in *" up "*) echo "kafka is unhealthy"; exit 1 ;; esac');
  await expect(startDocker(options(), readInfraConfig({}), '')).rejects.toThrow('kafka is unhealthy');
  expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/ up -d --wait\n.* stop --timeout 3\n$/);
});

it('what Docker keeps is removed with its volumes, also when none of its containers is left', async () => {
  placeDocker('exit 0');
  const asked = () => readFileSync(join(folder, 'asked'), 'utf8');
  await removeContainers(folder);
  expect(asked()).not.toContain('down');
  writeFileSync(join(folder, dockerProjectFile), 'tma-1');
  await removeContainers(folder);
  expect(asked()).toMatch(/^compose -p tma-1 -f .+ down --volumes/m);
});

it('a data folder keeps what Docker has for it where it was moved, and a copy of one that is still there has nothing', async () => {
  placeDocker('exit 0');
  const asked = () => readFileSync(join(folder, 'asked'), 'utf8');
  const other = join(folder, 'other');
  writeFileSync(join(folder, dockerProjectFile), `tma-1\n${other}\n`);
  await removeContainers(folder);
  expect(asked()).toContain('compose -p tma-1');
  mkdirSync(other);
  writeFileSync(join(other, dockerProjectFile), `tma-1\n${other}\n`);
  writeFileSync(join(folder, 'asked'), '');
  await removeContainers(folder);
  expect(asked()).not.toContain('down');
});

it('data that Docker keeps is not forgotten while it does not answer, or cannot remove it', async () => {
  placeDocker('exit 1');
  await removeContainers(folder);
  writeFileSync(join(folder, dockerProjectFile), 'tma-1');
  await expect(removeContainers(folder)).rejects.toThrow('Start Docker first; nothing was deleted.');
  placeDocker('case $* in *down*) echo "volume is in use"; exit 1 ;; esac');
  await expect(removeContainers(folder)).rejects.toThrow('volume is in use');
});

it('a PGSSLMODE that is set for other servers does not count for Postgres of this machine, which has no TLS', () => {
  vi.stubEnv('PGSSLMODE', 'require');
  expect(new pg.Client({ connectionString: clusterUrl(defaultPorts, 'any') }).ssl).toBe(false);
});
