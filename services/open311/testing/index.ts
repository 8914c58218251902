/** For this service's tests: the service on a real socket, with stand-ins for what it calls. */
import type { Role } from '@tma/contracts';
import { buildParts, createDatabase, createSigner, testConfig } from '@tma/kit/testing';
import { v7 as uuid } from 'uuid';
import { inject } from 'vitest';
import type { Open311Config } from '../config.ts';
import { plan } from '../plan.ts';
import { startNeighbours } from './neighbours.ts';

export async function startOpen311(settings: Partial<Open311Config> = {}) {
  const backing = inject('backing');
  const database = await createDatabase(backing.clusterUrl, new URL('../schema/', import.meta.url));
  const neighbours = await startNeighbours();
  const config: Open311Config = {
    ...testConfig(database.url, backing),
    OPEN311_SECRET: Buffer.alloc(32, 8),
    AUTH_URL: neighbours.url,
    REPORTS_URL: neighbours.url,
    TIME_ZONE: 'Asia/Karachi',
    RATE_LIMIT_SYSTEMS: 3000,
    RATE_LIMIT_KEYS: 20,
    ...settings,
  };
  const signer = await createSigner(config);
  const parts = await buildParts(config, signer.signing(plan));
  const app = await plan.app(parts);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const call = (path: string, init: RequestInit & { token?: string } = {}) =>
    fetch(url + path, {
      ...init,
      headers: {
        ...(init.token && { authorization: `Bearer ${init.token}` }),
        ...(init.headers as Record<string, string>),
      },
    });
  return {
    ...parts,
    call,
    neighbours,
    async admin(tehsil: string, role?: Role) {
      return signer.admin(uuid(), tehsil, role);
    },
    /** A new key of a tehsil. */
    async newKey(tehsil: string, more: object = {}) {
      const token = await signer.admin(uuid(), tehsil);
      const body = JSON.stringify({ name: 'City app', mayOmitMedia: true, ...more });
      const answer = await call('/api/keys', {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body,
      });
      return (await answer.json()) as { id: string; name: string; key: string };
    },
    async stop() {
      await app.close();
      parts.redis.close();
      await parts.pool.end();
      await neighbours.stop();
      await database.drop();
    },
  };
}
