import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

const program = 'pgbouncer';
const nobody = 65_534;

/** The installed PgBouncer's version, like 1.24; null where there is none. Statements with names need 1.21. */
export function pgBouncerVersion(): number | null {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return major === undefined ? null : Number(major) + Number(minor) / 100;
}

/**
 * Starts PgBouncer in front of a cluster, with transaction pooling as docs/scaling.md says, and two connections behind it for
 * each database. @returns the way to a database through it
 */
export function startPgBouncer(clusterUrl: string) {
  // Once more where another process has taken its port meanwhile.
  return start(clusterUrl).catch(() => start(clusterUrl));
}

async function start(clusterUrl: string) {
  const { hostname, port: serverPort, username, password } = new URL(clusterUrl);
  const folder = await mkdtemp(join(tmpdir(), 'tma-pgbouncer-'));
  const port = await freePort();
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
    'max_prepared_statements = 200',
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${settings.join('\n')}\n`);
  // It does not run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await Promise.all([chmod(folder, 0o755), chmod(file, 0o644)]);
  const child = spawn(program, [file], { stdio: 'ignore', ...(isRoot && { uid: nobody, gid: nobody }) });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.race([
      listening(port),
      exited.then(([code]) => Promise.reject(new Error(`PgBouncer ended: ${code}`))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    through(url: string): string {
      const pooled = new URL(url);
      pooled.host = `127.0.0.1:${port}`;
      return pooled.href;
    },
    stop,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const listening = (port: number) =>
  vi.waitFor(
    async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    },
    { timeout: 10_000 },
  );
