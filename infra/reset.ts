/** `npm run reset`: forgets everything that `npm start` kept. */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { forgetDocker } from './backing/docker.ts';
import { command, readInfraConfig, Trouble } from './config.ts';
import { holderOf } from './folder.ts';
import { endLeftovers } from './leftovers.ts';

await command(async () => {
  const dataDir = resolve(readInfraConfig().DATA_DIR);
  const holder = await holderOf(dataDir);
  if (holder) throw new Trouble(`The portal is running (process ${holder}). Stop it first with Ctrl-C.`);
  await endLeftovers(dataDir);
  await forgetDocker(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  process.stdout.write(`Forgotten: ${dataDir}\n`);
});
