import type { Running } from '../infra/run/run-file.ts';
import { password } from '../infra/seed/fill.ts';
import { residentEmail } from '../infra/seed/people.store.ts';
import { call } from '../testing/calls.ts';
import { keepApart } from './apart.ts';
import { cpuMeter } from './cpu.ts';
import { loadOf, pairRatio, type Row, rateRows, type Target } from './measure.ts';
import { startPeer } from './peer.ts';

const path = '/rest/v1/requests?select=*&order=created_at.desc&limit=50';

/** As in use: a page asks for several things at once, and several people look. */
const connections = 50;
/** What takes part in an answer. */
const taking = ['gateway', 'reports', 'postgres', 'redis'];

/** The newest 50 and a 304 of it through the gateway, with a token, compared with a bare server's list. */
export async function listAgainstBare({ urls: { portal }, children }: Running, databaseUrl: string): Promise<Row[]> {
  const { token, id } = await signIn(portal);
  const url = portal.replace('localhost', '127.0.0.1') + path;
  const headers = { authorization: `Bearer ${token}` };
  const first = await fetch(url, { headers });
  const etag = first.headers.get('etag') ?? '';
  const bare = await startPeer('bare-list.ts', databaseUrl, id);
  try {
    await requireSame(await first.text(), await (await fetch(bare.url)).text());
    await keepApart();
    const load = (target: Target) => () => loadOf({ ...target, connections });
    const plain = load({ url: bare.url, status: 200 });
    const against = async (name: string, target: Target, goal: number) => {
      const pidOf = (part: string) => [part, children[part] ?? 0] as const;
      const meters = [
        cpuMeter({ bare: bare.pid, postgres: children.postgres ?? 0 }),
        cpuMeter(Object.fromEntries(taking.map(pidOf))),
      ] as const;
      const pairs = await pairRatio(meters[0].around(plain), meters[1].around(load(target)));
      const names = {
        reference: `newest 50: bare fastify + pg, beside ${name}`,
        subject: `${name}: through the gateway`,
      };
      const rates = rateRows({ ...names, ratio: `${name} to the bare list` }, pairs, goal);
      return [...rates, meters[0].row(names.reference), meters[1].row(names.subject)];
    };
    return [
      ...(await against('newest 50', { url, headers, status: 200 }, 0.6)),
      ...(await against('304', { url, headers: { ...headers, 'if-none-match': etag }, status: 304 }, 1.8)),
    ];
  } finally {
    await bare.stop();
  }
}

async function signIn(portal: string): Promise<{ token: string; id: string }> {
  const json = { email: residentEmail(1, 1), password };
  const { access_token, user } = await call<{ access_token: string; user: { id: string } }>(
    { portal },
    '/auth/v1/token?grant_type=password',
    { json },
  );
  return { token: access_token, id: user.id };
}

/** Both must do the same work, or the ratio means nothing. */
async function requireSame(ours: string, theirs: string): Promise<void> {
  if (ours.length < 10_000 || ours !== theirs)
    throw new Error('the gateway and the bare server answer different lists');
}
