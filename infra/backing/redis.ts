import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { CommandError } from '../command.ts';
import { type Child, startProgram, until } from '../processes/children.ts';
import { run } from '../processes/run-program.ts';
import { jarNamed, jars } from './jars.ts';

/** Redis on loopback, keeping nothing: it holds limits and hints, never a truth. */
export async function startRedis(dataDir: string, port: number, signal?: AbortSignal): Promise<Child> {
  await mkdir(dataDir, { recursive: true });
  const program = (await onPath()) ?? (await fromJar(signal));
  const where = ['--port', String(port), '--bind', '127.0.0.1'];
  const limits = ['--save', '', '--appendonly', 'no', '--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru'];
  const child = startProgram(program, [...where, ...limits], { cwd: dataDir });
  // By its own word: another program may answer at the port, which was free when it was chosen.
  await until('Redis', child, async () => /ready to accept connections/i.test(child.said()), 10_000);
  return child;
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
  const binary = readEntry(readFileSync(jarNamed(folder, 'embedded-redis-')), wanted);
  if (!binary)
    throw new CommandError('There is no embedded Redis for this machine. Install redis-server, or set REDIS_URL.');
  await writeFile(target, binary);
  await chmod(target, 0o755);
  return target;
}

/** One file out of a zip archive (APPNOTE 4.3.12: the central directory names each with its place). */
function readEntry(zip: Buffer, name: RegExp): Buffer | null {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    if (name.test(zip.toString('utf8', at + 46, at + 46 + nameLength))) return unpack(zip, at);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return null;
}

function unpack(zip: Buffer, entry: number): Buffer {
  const size = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const data = zip.subarray(begin, begin + size);
  return zip.readUInt16LE(entry + 10) === 0 ? data : inflateRawSync(data);
}
