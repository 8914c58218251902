import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { launch } from '../../infra/run/launch.ts';
import { testConfig } from '../config.ts';
import { startContainers } from '../containers.ts';
import { type Portal, password } from '../people.ts';

declare module 'vitest' {
  interface ProvidedContext {
    portal: Portal;
  }
}

/** Starts the whole system as `npm start` does, on free ports, with data in a temporary folder. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-journeys-'));
  const containers = testConfig.backing === 'containers' ? await startContainers() : undefined;
  const { urls, secretKey, stop } = await launch({ ports: 'free', dataDir, backing: containers });
  project.provide('portal', { portal: urls.portal, mailbox: urls.mailbox, secretKey, dataDir });
  return async () => {
    await stop();
    await containers?.stop();
    await requireCleanLogs(dataDir, secretKey);
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Throws when the logs of a run contain a token, a password, an address or the secret key. */
async function requireCleanLogs(dataDir: string, secretKey: string) {
  const hidden = new RegExp(`eyJ[\\w-]{10,}\\.eyJ|${password}|@example\\.(com|org)|${secretKey}`);
  const folder = join(dataDir, 'logs');
  for (const name of await readdir(folder)) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
    const found = lines.findIndex((line) => hidden.test(line));
    if (found >= 0) throw new Error(`${name}:${found + 1} contains what must not be logged: ${lines[found]}`);
  }
}
