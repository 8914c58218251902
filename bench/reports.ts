/** Lists of reports, compared with a bare server with the same query, and with a hundred times as many rows. */
import { decodeJwt } from 'jose';
import { password } from '../infra/seed/fill.ts';
import { residentEmail } from '../infra/seed/people.store.ts';
import { tokenOf } from '../testing/calls.ts';
import { compareRates } from './cpu.ts';
import { growth } from './growth.ts';
import { loadOf, type Row, requireSame, type Target } from './measure.ts';
import { startPeer } from './peer.ts';
import { keepApart, pidsOf } from './processes.ts';
import { type FilledPortal, forgetWhatIsLate, withFilledPortal } from './systems.ts';

const existing = 1_000_000;
const path = '/rest/v1/requests?select=*&order=created_at.desc&limit=50';
/** As in use: a page asks for several things at once, and several people look. */
const connections = 50;
/** What takes part in an answer. */
const taking = ['gateway', 'reports', 'postgres', 'redis'];

/** Starts a portal of its own, fills it and measures. Takes about five minutes. */
export const bench = (): Promise<Row[]> =>
  withFilledPortal({}, existing, async (portal) => {
    await forgetWhatIsLate(portal.reportsUrl);
    return [...(await listAgainstBare(portal)), ...(await growth(portal))];
  });

/** The newest 50 and a 304 of it through the gateway, with a token, compared with a bare server's list. */
async function listAgainstBare({ running, reportsUrl }: FilledPortal): Promise<Row[]> {
  const token = await tokenOf(running.urls, { email: residentEmail(1, 1), password });
  const url = running.urls.portal.replace('localhost', '127.0.0.1') + path;
  const headers = { authorization: `Bearer ${token}` };
  const first = await fetch(url, { headers });
  const etag = first.headers.get('etag') ?? '';
  const bare = await startPeer('bare-list.ts', reportsUrl, decodeJwt(token).sub ?? '');
  try {
    requireSame([await first.text(), await (await fetch(bare.url)).text()], 10_000);
    await keepApart();
    const against = (name: string, target: Target, goal: number) =>
      compareRates(
        {
          name: `newest 50: bare fastify + pg, beside ${name}`,
          pids: { bare: bare.pid, ...pidsOf(running, ['postgres']) },
          load: () => loadOf({ url: bare.url, status: 200, connections }),
        },
        {
          name: `${name}: through the gateway`,
          pids: pidsOf(running, taking),
          load: () => loadOf({ ...target, connections }),
        },
        `${name} to the bare list`,
        goal,
      );
    return [
      ...(await against('newest 50', { url, headers, status: 200 }, 0.6)),
      ...(await against('304', { url, headers: { ...headers, 'if-none-match': etag }, status: 304 }, 1.8)),
    ];
  } finally {
    await bare.stop();
  }
}
