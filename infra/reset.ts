/** `npm run reset`: forgets everything that `npm start` kept. */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { forgetDocker } from './backing/docker.ts';
import { command, readInfraConfig, Trouble } from './config.ts';
import { readRunning } from './launch.ts';

await command(async () => {
  const dataDir = resolve(readInfraConfig().DATA_DIR);
  const running = await readRunning(dataDir);
  if (running) throw new Trouble(`The portal is running (process ${running.pid}). Stop it first with Ctrl-C.`);
  await forgetDocker(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  process.stdout.write(`Forgotten: ${dataDir}\n`);
});
