import { randomBytes } from 'node:crypto';
import { buildParts, createDatabase, createSigner, testConfig } from '@tma/kit/testing';
import { v7 as uuid } from 'uuid';
import { plan } from '../services/reports/plan.ts';
import { saveReport } from '../services/reports/save-report.ts';
import { addProofs } from './backbone.store.ts';
import { type Row, ratioRow, timesOf } from './measure.ts';
import { newReport } from './transaction.ts';

const migrations = new URL('../services/reports/migrations', import.meta.url);
const times = 300;
/** As many as `timesOf` calls each function. */
const calls = times + 20;

/** How long the service takes to close a report that has a proof, compared with another change of its status. */
export async function closingAgainstChange(
  cluster: string,
  backing: { redisUrl: string; kafkaBrokers: string[] },
): Promise<Row[]> {
  const database = await createDatabase(cluster, migrations);
  const config = {
    ...testConfig(database.url, backing),
    AUTH_URL: 'http://127.0.0.1:9',
    FILES_URL: 'http://127.0.0.1:9',
    MAX_UPLOAD_MB: 10,
    UPLOAD_SECONDS: 60,
    RATE_LIMIT_REPORTS: 50,
    RATE_LIMIT_CONTACTS: 50,
    RATE_LIMIT_LINKS: 50,
    RATE_LIMIT_PROOFS: 1_000_000,
    RATE_LIMIT_RULES: 1_000_000,
    RATE_LIMIT_DOWNLOADS: 1_000_000,
    RATE_LIMIT_ASSIGNMENTS: 1_000_000,
    RATE_LIMIT_NOTES: 1_000_000,
    RATE_LIMIT_FIGURES: 1_000_000,
    RATE_LIMIT_CHANGES: 1_000_000,
    CLOSURE_DAYS: 14,
    CLOSURE_LINK_SECRET: randomBytes(32),
    DIGEST_AT: '09:00',
    TIME_ZONE: 'UTC',
  };
  const signer = await createSigner(config);
  const parts = await buildParts(config, signer.signing(plan));
  const app = await plan.app(parts);
  try {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const made = Array.from({ length: 2 * calls }, newReport);
    for (const report of made)
      await saveReport(parts.pool, report, { perDay: made.length, timeZone: config.TIME_ZONE });
    await addProofs(
      parts.pool,
      made.map(({ id }) => id),
    );
    const tokens = new Map<string, string>();
    for (const { tehsil } of made.map(({ submission }) => submission)) {
      if (!tokens.has(tehsil)) tokens.set(tehsil, await signer.admin(uuid(), tehsil));
    }
    const waiting = made.values();
    const change = (status: string) => async () => {
      const { id, submission } = waiting.next().value ?? newReport();
      const answer = await fetch(`${origin}/reports/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${tokens.get(submission.tehsil)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      });
      if (answer.status !== 200) throw new Error(`${status}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    };
    const [changed, closed] = await timesOf(change('In Progress'), change('Closed'), times);
    return [
      { name: 'a change of status', value: `${changed.toFixed(2)} ms`, goal: '' },
      { name: 'closing with a proof', value: `${closed.toFixed(2)} ms`, goal: '' },
      ratioRow('closing with a proof to a change of status', closed / changed, '<=', 1.3),
    ];
  } finally {
    await app.close();
    parts.redis.close();
    await parts.pool.end();
    await database.drop();
  }
}
