/** For this service's tests: the service on a real socket, with a files service that keeps what it is sent. */
import type { EventData, EventType, Role } from '@tma/contracts';
import { transaction } from '@tma/kit';
import { buildParts, createDatabase, createSigner } from '@tma/kit/testing';
import { v7 as uuid } from 'uuid';
import { inject } from 'vitest';
import type { ReportsConfig } from '../config.ts';
import { handlers } from '../events.ts';
import { plan } from '../plan.ts';
import { startFiles } from './files-server.ts';
import { settingsFor } from './settings.ts';

export * from './calls.ts';

/** @param way to the database, from its URL: through a pooler, for one */
export async function startReports(settings: Partial<ReportsConfig> = {}, way = (url: string) => url) {
  const backing = inject('backing');
  const database = await createDatabase(backing.clusterUrl, new URL('../schema/', import.meta.url));
  const files = await startFiles();
  const config: ReportsConfig = {
    ...settingsFor(way(database.url), backing),
    FILES_URL: files.url,
    MAX_UPLOAD_MB: 1,
    UPLOAD_SECONDS: 110,
    // So few that a test may use them up.
    RATE_LIMIT_COUNTER: 50,
    RATE_LIMIT_CHANGES: 5000,
    RATE_LIMIT_PROOFS: 200,
    RATE_LIMIT_ASSIGNMENTS: 200,
    RATE_LIMIT_NOTES: 200,
    RATE_LIMIT_FIGURES: 600,
    RATE_LIMIT_SHARING: 200,
    ...settings,
  };
  const signer = await createSigner(config);
  const parts = await buildParts(config, signer.signing(plan));
  const app = await plan.app(parts);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    url,
    ...parts,
    files,
    /** A signed-in resident of a tehsil. */
    async resident(tehsil: string, profile: Record<string, string> = {}) {
      const id = uuid();
      const email = `${id}@example.org`;
      const user_metadata = {
        first_name: 'Ayesha',
        last_name: 'Khan',
        contact_number: '0300 1234567',
        tehsil,
        ...profile,
      };
      return { id, email, token: await signer.resident(id, user_metadata) };
    },
    async admin(tehsil: string, role?: Role, id = uuid()) {
      return { id, token: await signer.admin(id, tehsil, role) };
    },
    /** Handles an event of auth. */
    handle: <T extends EventType>(type: T, data: EventData<T>) =>
      transaction(parts.pool, async (tx) => {
        const handler = handlers(parts)[type];
        if (!handler) throw new Error(`${type} is not handled here`);
        await handler(data, tx, { id: uuid(), type, time: '' });
      }),
    /** The events that were sent, of one report or anybody's, and of one type or any. */
    async eventsOf(key: string | null = null, type: string | null = null) {
      const { rows } = await parts.pool.query(
        `select payload::json ->> 'type' as type, payload::json -> 'data' as data from outbox
         where ($1::text is null or key = $1) and ($2::text is null or payload::json ->> 'type' = $2) order by position`,
        [key, type],
      );
      return rows;
    },
    async stop() {
      await app.close();
      parts.redis.close();
      await parts.pool.end();
      await files.stop();
      await database.drop();
    },
  };
}
export type TestService = Awaited<ReturnType<typeof startReports>>;
export type TestCaller = { id: string; token: string };
