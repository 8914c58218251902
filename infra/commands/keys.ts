/** `npm run keys rotate`: creates a new signing key for tokens and a new key of links. Sessions and mailed links go on. */
import { resolve } from 'node:path';
import { CommandError, runCommand } from '../command.ts';
import { childEnvironment, readInfraConfig } from '../config.ts';
import { run } from '../processes/run-program.ts';
import { readRunning } from '../run/run-file.ts';
import { readSecrets } from '../run/secrets.ts';

await runCommand(async () => {
  if (process.argv[2] !== 'rotate') throw new CommandError('Use: npm run keys rotate');
  const dataDir = resolve(readInfraConfig().DATA_DIR);
  const running = await readRunning(dataDir);
  if (!running) throw new CommandError('The portal is not running here. Start it with npm start.');
  const { signingKeySecret, linkSecret } = await readSecrets(dataDir);
  const { code, output } = await run(process.execPath, ['services/auth/rotate-keys.ts'], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: running.databases.auth,
      SIGNING_KEY_SECRET: signingKeySecret,
      LINK_SECRET: linkSecret,
    },
  });
  if (code !== 0) throw new CommandError(`No new key was made:\n${output}`);
  process.stdout.write(output);
});
