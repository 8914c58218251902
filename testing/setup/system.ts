import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readInfraConfig } from '../../infra/config.ts';
import { townMap } from '../../services/files/testing/town.ts';
import { openBrowser } from '../browser.ts';
import { testConfig } from '../config.ts';
import { startContainers } from '../containers.ts';
import { type Portal, password } from '../people.ts';
import { startPortal } from '../portal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    portal: Portal;
  }
}

interface System {
  portal: Portal;
  stop(): Promise<void>;
  /** Projects of vitest that use it. */
  users: number;
}

/** Each project loads this file anew: what they share lies outside of it. */
const shared = globalThis as { tmaSystem?: Promise<System> };

/** The whole system as `npm start` brings it up, once for all projects, on free ports, in a folder that is deleted afterwards. */
export default async function setup(project: TestProject) {
  shared.tmaSystem ??= startSystem();
  const system = await shared.tmaSystem;
  system.users += 1;
  project.provide('portal', system.portal);
  return async () => {
    system.users -= 1;
    if (system.users === 0) await system.stop();
  };
}

async function startSystem(): Promise<System> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-journeys-'));
  const containers = testConfig.backing === 'containers' ? await startContainers() : undefined;
  const [{ portal, stop }] = await Promise.all([
    startPortal({
      dataDir,
      backing: containers,
      config: readInfraConfig(),
      // Messages are waited for at any hour.
      env: { SMS_QUIET: 'off', MAP_DIR: await writeMap(join(dataDir, 'map')) },
    }),
    // Unpacked here once: tests that run at a time would unpack it over each other.
    openBrowser().then((browser) => browser.close()),
  ]);
  return {
    portal,
    users: 0,
    async stop() {
      await stop();
      await containers?.stop();
      await requireCleanLogs(dataDir, portal.secretKey);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The map of the system: a small town in Mardan. @returns its folder */
async function writeMap(folder: string): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'area.pmtiles'), townMap());
  await writeFile(join(folder, 'attribution.txt'), 'Survey of Mardan');
  return folder;
}

/** Throws when the logs of a run contain a token, a password, an address, a mobile number or the secret key. */
async function requireCleanLogs(dataDir: string, secretKey: string) {
  const hidden = new RegExp(
    `eyJ[\\w-]{10,}\\.eyJ|${password}|@example\\.(com|org)|\\+92\\d{10}|kannel://|${secretKey}`,
  );
  const folder = join(dataDir, 'logs');
  for (const name of await readdir(folder)) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
    const found = lines.findIndex((line) => hidden.test(line));
    if (found >= 0) throw new Error(`${name}:${found + 1} contains what must not be logged: ${lines[found]}`);
  }
}
