/** `npm run keys rotate`: a new key for signing tokens; nobody is signed out by it. */
import { resolve } from 'node:path';
import { childEnvironment, command, readInfraConfig, Trouble } from './config.ts';
import { run } from './run.ts';
import { readRunning } from './running.ts';
import { keepSecrets } from './secrets.ts';

await command(async () => {
  if (process.argv[2] !== 'rotate') throw new Trouble('Use: npm run keys rotate');
  const dataDir = resolve(readInfraConfig().DATA_DIR);
  const running = await readRunning(dataDir);
  if (!running) throw new Trouble('The portal is not running here. Start it with npm start.');
  const { signingKeySecret } = await keepSecrets(dataDir);
  const { code, said } = await run(process.execPath, ['services/auth/rotate-keys.ts'], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: running.databases.auth,
      SIGNING_KEY_SECRET: signingKeySecret,
    },
  });
  if (code !== 0) throw new Trouble(`No new key was made:\n${said}`);
  process.stdout.write(said);
});
