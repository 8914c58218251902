/** A real clamd with one signature, that of the EICAR test file. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = '/usr/sbin/clamd';
/** In milliseconds: a registry that does not answer ends no test. */
const timeout = 180_000;

/** The test file that every scanner finds (eicar.org), in two pieces, so that no scanner finds it in this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Whether there is a clamd; Debian's is installed where that may be. @returns why there is none, else null */
export async function missingClamd(): Promise<string | null> {
  if (existsSync(program)) return null;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return 'clamav-daemon is not installed';
  try {
    await run('apt-get', ['update', '--quiet'], { timeout });
    await run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'clamav-daemon'], { timeout });
    return existsSync(program) ? null : 'clamav-daemon has no clamd';
  } catch (error) {
    return `clamav-daemon cannot be installed: ${(error as Error).message.split('\n')[0]}`;
  }
}

/** Starts clamd on a Unix socket of its own. @param more lines of clamd.conf, `Foreground yes` among them */
export async function startClamd(more: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'tma-clamd-'));
  const socket = join(folder, 'clamd.sock');
  const content = Buffer.from(eicar.slice(0, 40)).toString('hex');
  await writeFile(join(folder, 'eicar.ndb'), `Eicar-Test:0:*:${content}\n`);
  const settings = [
    `DatabaseDirectory ${folder}`,
    `LocalSocket ${socket}`,
    ...(process.getuid?.() === 0 ? ['User root'] : []),
    ...more,
  ];
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
  const child = spawn(program, ['--config-file', join(folder, 'clamd.conf')], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (said += chunk));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (const end = Date.now() + 60_000; !existsSync(socket); await wait(100)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`clamd does not start: ${said}`);
  }
  return {
    socket,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Something that listens as clamd does, and does with a connection what `serve` says. */
export async function startFalseClamd(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket.on('error', () => undefined).resume());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `clamd://127.0.0.1:${port}`,
    stop: () =>
      new Promise<unknown>((resolve) => {
        server.close(resolve);
        for (const socket of sockets) socket.destroy();
      }),
  };
}
