import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../infra/config.ts';
import { freePorts } from '../infra/processes/ports.ts';
import { type Running, readRunning } from '../infra/run/run-file.ts';
import { withFolder } from './with-backing.ts';

const startsWithinMs = 120_000;

/** A portal of its own, as `npm start` starts it, in another process: the measuring one does nothing else. It ends with the work. */
export const withPortal = <T>(
  env: Record<string, string>,
  work: (running: Running, dataDir: string) => Promise<T>,
): Promise<T> =>
  withFolder(async (dataDir) => {
    const { running, stop } = await startPortal(dataDir, env);
    return work(running, dataDir).finally(stop);
  });

async function startPortal(
  dataDir: string,
  more: Record<string, string>,
): Promise<{ running: Running; stop(): Promise<void> }> {
  const ports = await freePorts(['gateway', 'mailbox']);
  const own = { DATA_DIR: dataDir, PORT: `${ports.gateway}`, MAILBOX_PORT: `${ports.mailbox}` };
  const env = { ...childEnvironment(), ...own, ...more };
  const child = fork(fileURLToPath(new URL('../infra/commands/start.ts', import.meta.url)), { env, stdio: 'inherit' });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
  };
  for (const end = Date.now() + startsWithinMs; Date.now() < end && child.exitCode === null; await wait(200)) {
    const running = await readRunning(dataDir);
    const health = await fetch(`http://127.0.0.1:${ports.gateway}/health`).catch(() => null);
    if (running && health?.ok) return { running, stop };
  }
  await stop();
  throw new Error('the portal did not start');
}
