import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { launch } from '../infra/launch.ts';
import { testConfig } from './config.ts';
import { startContainers } from './containers.ts';
import type { Portal } from './journeys/people.ts';

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
    await rm(dataDir, { recursive: true, force: true });
  };
}
