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

/** The whole system as `npm start` brings it up, on free ports, in a folder that is gone afterwards. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-journeys-'));
  const containers = testConfig.backing === 'containers' ? await startContainers() : undefined;
  const { urls, secretKey, stop } = await launch({ ports: 'free', dataDir, backing: containers });
  project.provide('portal', { portal: urls.portal, mailbox: urls.mailbox, secretKey, dataDir });
  return async () => {
    await stop();
    await containers?.stop();
    await demandCleanLogs(dataDir, secretKey);
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** What every journey leaves in the logs: no token, no password or address of theirs, no secret key. Throws what is there. */
async function demandCleanLogs(dataDir: string, secretKey: string) {
  const hidden = new RegExp(`eyJ[\\w-]{10,}\\.eyJ|${password}|@example\\.(com|org)|${secretKey}`);
  const folder = join(dataDir, 'logs');
  for (const name of await readdir(folder)) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
    const told = lines.findIndex((line) => hidden.test(line));
    if (told >= 0) throw new Error(`${name}:${told + 1} tells what it must not: ${lines[told]}`);
  }
}
