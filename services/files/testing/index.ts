/** For this service's tests: the service on a real socket with a storage of its own, and callers of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventType } from '@tma/contracts';
import { transaction } from '@tma/kit';
import { buildParts, createDatabase, createSigner, testConfig } from '@tma/kit/testing';
import { v7 as uuid } from 'uuid';
import { inject } from 'vitest';
import type { FilesConfig } from '../config.ts';
import { handlers } from '../events.ts';
import { plan } from '../plan.ts';

/** Starts the service with storage on the disk, or on S3 with such `settings`. */
export async function startFiles(settings: Partial<FilesConfig> = {}) {
  const backing = inject('backing');
  const database = await createDatabase(backing.clusterUrl, new URL('../schema/', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'tma-files-tests-'));
  const config: FilesConfig = {
    ...testConfig(database.url, backing),
    LOG_FILES_SECRET: Buffer.alloc(32, 10),
    OPEN311_SECRET: Buffer.alloc(32, 8),
    STORAGE_DIR: folder,
    MAX_UPLOAD_MB: 1,
    RATE_LIMIT_LOG: 30_000,
    UNCLAIMED_HOURS: 24,
    ...settings,
  };
  const signer = await createSigner(config);
  const parts = await buildParts(config, signer.signing(plan));
  const app = await plan.app(parts);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const call = (who: { token: string } | null, path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...(init.headers as Record<string, string>) },
    });

  return {
    url,
    parts,
    call,
    async resident() {
      const id = uuid();
      return { id, token: await signer.resident(id, {}) };
    },
    async admin(tehsil: string) {
      const id = uuid();
      return { id, token: await signer.admin(id, tehsil) };
    },
    upload: (
      who: { token: string },
      kind: 'image' | 'document' | 'proof',
      content: BodyInit,
      reportId: string,
      tehsil = 'Sahiwal',
    ) =>
      call(who, `/internal/uploads?${new URLSearchParams({ kind, reportId, tehsil })}`, {
        method: 'POST',
        body: content,
        headers: { 'content-type': 'application/octet-stream' },
      }),
    /** Handles an event as the service's consumer does. */
    handle: (type: EventType, data: object) =>
      transaction(parts.pool, async (tx) => {
        const handler = handlers(parts)[type];
        if (!handler) throw new Error(`${type} is not handled here`);
        await handler(data as never, tx, { id: uuid(), type, time: new Date().toISOString() });
      }),
    /** The name of every file in the storage, also of those that are still being written. */
    async stored() {
      const names: string[] = [];
      for await (const key of parts.storage.list('')) names.push(key.slice(key.lastIndexOf('/') + 1));
      return names;
    },
    async stop() {
      const closing = app.close();
      // An answer that a test has not read would be waited for.
      app.server.closeAllConnections();
      await closing;
      parts.renderer.stop();
      parts.redis.close();
      await parts.pool.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type FilesService = Awaited<ReturnType<typeof startFiles>>;
