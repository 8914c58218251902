/** `npm run reset`: deletes everything that `npm start` stored. */
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeContainers } from '../backing/docker.ts';
import { CommandError, runCommand } from '../command.ts';
import { readInfraConfig } from '../config.ts';
import { findLockHolder } from '../run/data-folder.ts';
import { endLeftovers } from '../run/leftovers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

await runCommand(async () => {
  const dataDir = resolve(readInfraConfig().DATA_DIR);
  const holder = await findLockHolder(dataDir);
  if (holder) throw new CommandError(`The portal is running (process ${holder}). Stop it first with Ctrl-C.`);
  if ([root, homedir()].some((folder) => !relative(dataDir, folder).startsWith('..'))) {
    throw new CommandError(`${dataDir} holds more than what the portal stored: delete that by hand.`);
  }
  await endLeftovers(dataDir);
  await removeContainers(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  process.stdout.write(`Forgotten: ${dataDir}\n`);
});
