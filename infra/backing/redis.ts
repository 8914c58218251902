import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { CommandError } from '../command.ts';
import { type Child, startProgram, untilReady } from '../processes/children.ts';
import { run } from '../processes/run-program.ts';
import { jarNamed, jars } from './jars.ts';

/** Starts Redis on loopback, which stores nothing on disk: limits and ended sessions may be lost. @param own more arguments */
export async function startRedis(
  dataDir: string,
  port: number,
  signal?: AbortSignal,
  own: readonly string[] = [],
): Promise<Child> {
  await mkdir(dataDir, { recursive: true });
  const program = (await onPath()) ?? (await fromJar(signal));
  const where = ['--port', String(port), '--bind', '127.0.0.1'];
  const limits = ['--save', '', '--appendonly', 'no', '--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru'];
  const child = startProgram(program, [...where, ...limits, ...own], { cwd: dataDir });
  // Redis prints a line when it is ready. An open port would prove nothing: another program may have taken it.
  return untilReady('Redis', child, async () => /ready to accept connections/i.test(child.output()));
}

async function onPath(): Promise<string | null> {
  for (const name of ['valkey-server', 'redis-server']) {
    if ((await run(name, ['--version'])).code === 0) return name;
  }
  return null;
}

async function fromJar(signal?: AbortSignal): Promise<string> {
  const folder = await jars(signal);
  const target = join(folder, 'redis-server');
  if (existsSync(target)) return target;
  const names: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };
  const systems: Record<string, string> = { linux: 'linux', darwin: 'darwin' };
  const wanted = new RegExp(`^redis-server-.*-${systems[platform()]}-${names[arch()]}$`);
  const jar = readFileSync(jarNamed(folder, 'embedded-redis-'));
  const [binary] = Object.values(unzipSync(jar, { filter: ({ name }) => wanted.test(name) }));
  if (!binary)
    throw new CommandError('There is no embedded Redis for this machine. Install redis-server, or set REDIS_URL.');
  // Another start may do the same at the same time, or run what it wrote: the file appears whole, and is never written again.
  const fresh = `${target}.${randomUUID()}`;
  await writeFile(fresh, binary, { mode: 0o755 });
  await rename(fresh, target);
  return target;
}
