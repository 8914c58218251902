import { resolve } from 'node:path';
import { CommandError } from '../command.ts';
import { inheritedEnvironment, readInfraConfig } from '../config.ts';
import { run } from '../processes/run-program.ts';
import { type Running, readRunning } from './run-file.ts';
import { readSecrets } from './secrets.ts';

/** The portal that runs here, on this machine's data folder. Throws `CommandError` when none does. */
export async function requireRunning(): Promise<Running> {
  const running = await readRunning(resolve(readInfraConfig().DATA_DIR));
  if (!running) throw new CommandError('The portal is not running here. Start it with npm start.');
  return running;
}

/** Runs a file of the project and prints what it says. Throws `CommandError` with that when it fails. */
export async function runAndPrint(args: readonly string[], env = inheritedEnvironment()): Promise<void> {
  const { code, output } = await run(process.execPath, args, { env });
  if (code !== 0) throw new CommandError(output.trim());
  process.stdout.write(output);
}

/**
 * Runs a command of a service, such as `services/auth/rotate-keys.ts`, for the portal that runs here, and prints what
 * it says. Throws `CommandError` when no portal runs, or with what the command says when it fails.
 */
export async function runServiceCommand(
  service: 'auth' | 'reports',
  file: string,
  args: readonly string[] = [],
): Promise<void> {
  const running = await requireRunning();
  const { signingKeySecret, linkSecret, closureLinkSecret, logKey } = await readSecrets(
    resolve(readInfraConfig().DATA_DIR),
  );
  const secrets = {
    auth: { LINK_SECRET: linkSecret, SIGNING_KEY_SECRET: signingKeySecret },
    reports: { CLOSURE_LINK_SECRET: closureLinkSecret, LOG_KEY: logKey },
  };
  await runAndPrint([`services/${service}/${file}`, ...args], {
    ...inheritedEnvironment(),
    DATABASE_URL: running.databases[service],
    REDIS_URL: running.redisUrl,
    ...secrets[service],
  });
}
