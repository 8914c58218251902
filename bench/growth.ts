import { adminFilters, issueNames } from '@tma/contracts';
import { buildParts, createSigner } from '@tma/kit/testing';
import { request } from 'undici';
import { withClient } from '../infra/deploy/cluster.store.ts';
import { fillReports, residentsFor } from '../infra/seed/fill.ts';
import { places } from '../infra/seed/words.ts';
import { plan } from '../services/reports/plan.ts';
import { fillPlaces } from '../services/reports/report/places/write-places.ts';
import { settingsFor } from '../services/reports/testing/settings.ts';
import { noLimits } from '../testing/no-limits.ts';
import { median, percentileOf, type Row, timesOf } from './measure.ts';
import { type FilledPortal, withReports } from './systems.ts';

/** How many reports the small database gets. */
const few = 10_000;

/** The 95th percentile at a million reports, and how much longer than at few; of every list, filter and count. */
const goal = { ms: 50, growth: 1.5 };
/** The same of what is near by, of which more is compared where there is more. */
const nearGoal = { ms: 20, growth: Number.POSITIVE_INFINITY };

/** The time of every list, filter and count of the reports service, at few rows and at the many of a portal. */
export const growth = ({ running, cluster, reportsUrl, people }: FilledPortal): Promise<Row[]> =>
  withReports(cluster, async (_pool, url) => {
    const backing = { redisUrl: `redis://127.0.0.1:${running.ports.redis}`, kafkaBrokers: running.brokers };
    const fewer = { ...people, residents: residentsFor(few) };
    await fillReports(url, fewer, few, ['uploads/none.webp'], () => {});
    const [tehsil = ''] = people.tehsils;
    const services = [await serve(url, backing, tehsil), await serve(reportsUrl, backing, tehsil)] as const;
    try {
      return await Array.fromAsync(Object.keys(services[0].asks), async (name) => {
        const [small = [], large = []] = await timesOf(services.flatMap(({ asks }) => asks[name] ?? []));
        const [growth, p95] = [median(large) / median(small), percentileOf(large, 0.95)];
        const most = name.startsWith('nearby') ? nearGoal : goal;
        return {
          name,
          value: `p95 ${p95.toFixed(1)} ms, ${growth.toFixed(2)}x`,
          goal: `< ${most.ms} ms${most === goal ? `, <= ${goal.growth}x` : ''}`,
          met: p95 < most.ms && growth <= most.growth,
        };
      });
    } finally {
      for (const service of services) await service.stop();
    }
  });

/** The service on a database, and every request of the measurement. */
async function serve(url: string, backing: Parameters<typeof settingsFor>[1], tehsil: string) {
  const config = settingsFor(url, backing, { ...noLimits, TIME_ZONE: 'UTC' });
  const signer = await createSigner(config);
  const parts = await buildParts(config, signer.signing(plan));
  const app = await plan.app(parts);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  await fillPlaces(parts.pool, AbortSignal.timeout(300_000));
  const marks = await landmarks(url, tehsil);
  const resident = await signer.resident(marks.userId, { tehsil });
  const admin = await signer.admin(marks.adminId, tehsil);
  const stop = async () => {
    await app.close();
    parts.redis.close();
    await parts.pool.end();
  };
  return { asks: asksOf(askerOf(origin), { resident, admin }, tehsil, marks), stop };
}

/** Asks a server, and parses its answer. */
const askerOf =
  (origin: string) =>
  (token: string, path: string, method: 'GET' | 'HEAD' = 'GET') =>
  async (): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, ...(method === 'HEAD' && { prefer: 'count=exact' }) };
    const { statusCode, body } = await request(origin + path, { method, headers });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${text}`);
    return text && JSON.parse(text);
  };

function asksOf(
  ask: ReturnType<typeof askerOf>,
  { resident, admin }: Record<'resident' | 'admin', string>,
  tehsil: string,
  { userId, middle, point }: Landmarks,
) {
  const asks: Record<string, () => Promise<unknown>> = {};
  for (const [name, filter] of Object.entries(filtersOf(tehsil, userId))) {
    asks[`requests, ${name}`] = ask(resident, `/rest/v1/requests?${filter}`);
    asks[`requests, ${name}, counted`] = ask(resident, `/rest/v1/requests?limit=1&${filter}`, 'HEAD');
    if (name === 'own') continue;
    asks[`requests, ${name}, a year back`] = ask(resident, `/rest/v1/requests?${filter}&id=lt.${middle}`);
  }
  for (const { name } of adminFilters) {
    asks[`adminrequests, ${name}`] = ask(admin, `/adminrequests?filter=${name}`);
    if (name === 'today') continue;
    asks[`adminrequests, ${name}, a year back`] = ask(admin, `/adminrequests?filter=${name}&before=${middle}`);
  }
  asks['adminrequests, most supported'] = ask(admin, '/adminrequests?order=supports');
  const near = `/api/nearby?issue=${encodeURIComponent(issueNames[0] ?? '')}`;
  let place = 0;
  asks['nearby, by words'] = () =>
    ask(resident, `${near}&location=${encodeURIComponent(`${places[++place % places.length]} ${place}`)}`)();
  asks['nearby, by point'] = ask(resident, `${near}&lat=${point[0]}&long=${point[1]}`);
  asks['adminrequests/counts'] = ask(admin, '/adminrequests/counts');
  asks['api/stats'] = ask('', `/api/stats?tehsil=${encodeURIComponent(tehsil)}`);
  asks['request-contact'] = ask(admin, `/request-contact/${userId}`);
  return asks;
}

const filtersOf = (tehsil: string, userId: string) => ({
  all: '',
  own: `user_id=eq.${userId}`,
  'a status': 'status=eq.Dropped',
  'a tehsil': `tehsil=eq.${encodeURIComponent(tehsil)}`,
  'an issue': `issue=eq.${encodeURIComponent(issueNames[0] ?? '')}`,
  'a tehsil and a status': `tehsil=eq.${encodeURIComponent(tehsil)}&status=eq.Open`,
});

interface Landmarks {
  /** A resident with a full page of reports in the largest tehsil. */
  userId: string;
  /** Who of its administrators has reports. */
  adminId: string;
  /** The report in the middle of the two years. */
  middle: string;
  /** Where an open problem of the first issue type is. */
  point: readonly [lat: number, long: number];
}

async function landmarks(url: string, tehsil: string): Promise<Landmarks> {
  const { rows } = await withClient(url, (client) =>
    client.query<Landmarks>(
      `select (select user_id from reports where tehsil = $1 group by user_id having count(*) between 50 and 55
           order by user_id limit 1) as "userId",
         (select assignee from reports where tehsil = $1 and assignee is not null limit 1) as "adminId",
         (select id from reports where created_at < now() - interval '1 year' order by created_at desc limit 1) as middle,
         (select array[lat, long] from reports where tehsil = $1 and issue = $2 and phase = 'open' order by id desc limit 1) as point`,
      [tehsil, issueNames[0]],
    ),
  );
  if (!rows[0]?.userId) throw new Error('nobody has a page of reports');
  return rows[0];
}
