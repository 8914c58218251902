/** The service as a process of its own, as it runs in production, to measure and to kill. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, startHttpServer } from '@tma/kit/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { v7 as uuid } from 'uuid';
import { inject, vi } from 'vitest';

const publicUrl = 'http://portal.test';

/** Starts it with storage on the disk. */
export async function startFilesProcess() {
  const { clusterUrl, kafkaBrokers, redisUrl } = inject('backing');
  const database = await createDatabase(clusterUrl, new URL('../schema/', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'tma-files-tests-'));
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }] });
  const keyServer = await startHttpServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(keys),
  );
  // The port of a server that is stopped at once is free.
  const { url, stop } = await startHttpServer(() => {});
  await stop();
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--max-semi-space-size=1', main], {
    env: {
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '65536',
      MALLOC_TRIM_THRESHOLD_: '131072',
      PORT: new URL(url).port,
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.url,
      KAFKA_BROKERS: kafkaBrokers.join(','),
      REDIS_URL: redisUrl,
      JWKS_URL: keyServer.url,
      STORAGE_DIR: folder,
      LOG_FILES_SECRET: Buffer.alloc(32, 10).toString('base64url'),
      OPEN311_SECRET: Buffer.alloc(32, 8).toString('base64url'),
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(child, 'exit');
  await vi.waitFor(() => fetch(`${url}/health/live`), { timeout: 20_000, interval: 100 });
  const pid = child.pid ?? 0;

  return {
    url,
    pid,
    /** A resident's token. */
    async resident() {
      return new SignJWT({ sub: uuid(), session_id: uuid(), email: 'a@example.org', user_metadata: {} })
        .setProtectedHeader({ alg: 'ES256', kid: 'test' })
        .setIssuer(`${publicUrl}/auth/v1`)
        .setAudience('authenticated')
        .setExpirationTime('1h')
        .sign(privateKey);
    },
    async upload(token: string, kind: 'image' | 'document', content: Buffer) {
      const query = new URLSearchParams({ kind, reportId: uuid(), tehsil: 'Sahiwal' });
      const answer = await fetch(`${url}/internal/uploads?${query}`, {
        method: 'POST',
        body: new Uint8Array(content),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      });
      return { status: answer.status, body: (await answer.json()) as { detail?: string; path?: string } };
    },
    async kill(signal: NodeJS.Signals) {
      child.kill(signal);
      await exited;
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
      await keyServer.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The processes that a process has started. Linux only. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

/** Resident bytes of a process, and of those it has started; program files that they share count in each. Linux only. */
async function residentBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  const own = Number(text.split(' ')[1] ?? 0) * 4096;
  const others = await Promise.all((await childrenOf(pid)).map(residentBytes));
  return others.reduce((sum, bytes) => sum + bytes, own);
}

/**
 * Measures a process and those it has started until it is stopped. @param only which of those it has started, instead of all
 * @returns what stops it, with the most resident bytes at once
 */
export function watchMemory(pid: number, only?: (pid: number) => boolean) {
  const measure = async () => {
    if (!only) return residentBytes(pid);
    const each = await Promise.all((await childrenOf(pid)).filter(only).map(residentBytes));
    return each.reduce((sum, bytes) => sum + bytes, 0);
  };
  let most = 0;
  let running = true;
  const measured = (async () => {
    while (running) {
      most = Math.max(most, await measure());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return async () => {
    running = false;
    await measured;
    return most;
  };
}
