import { password } from '../infra/seed/fill.ts';
import { residentEmail } from '../infra/seed/people.store.ts';
import { loadOf, pairRatio, type Row, rateRows, type Target } from './measure.ts';
import { startPeer } from './peer.ts';

const path = '/rest/v1/requests?select=*&order=created_at.desc&limit=50';

/** The newest 50 through the gateway, with a token, compared with a bare server; and a 304 compared with both. */
export async function listAgainstBare(
  portal: string,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<Row[]> {
  const { token, id } = await signIn(portal);
  const url = portal.replace('localhost', '127.0.0.1') + path;
  const headers = { authorization: `Bearer ${token}` };
  const first = await fetch(url, { headers });
  const etag = first.headers.get('etag') ?? '';
  const bare = await startPeer('bare-list.ts', databaseUrl, id);
  try {
    await requireSame(await first.text(), await (await fetch(bare.url)).text());
    print('the newest 50, through the gateway and bare');
    const load = (target: Target) => () => loadOf(target);
    const list = load({ url, headers, status: 200 });
    const known = load({ url, headers: { ...headers, 'if-none-match': etag }, status: 304 });
    const names = {
      bare: { reference: 'newest 50: bare fastify + pg', subject: 'newest 50: through the gateway' },
      known: { reference: 'newest 50: in turn with 304', subject: '304: through the gateway' },
    };
    return [
      ...rateRows(
        { ...names.bare, ratio: 'newest 50: gateway to bare' },
        await pairRatio(load({ url: bare.url, status: 200 }), list),
        0.6,
      ),
      ...rateRows({ ...names.known, ratio: '304 to the list' }, await pairRatio(list, known), 3),
    ];
  } finally {
    await bare.stop();
  }
}

async function signIn(portal: string): Promise<{ token: string; id: string }> {
  const answer = await fetch(`${portal}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: residentEmail(1, 1), password }),
  });
  const { access_token, user } = (await answer.json()) as { access_token: string; user: { id: string } };
  return { token: access_token, id: user.id };
}

/** Both must do the same work, or the ratio means nothing. */
async function requireSame(ours: string, theirs: string): Promise<void> {
  if (ours.length < 10_000 || ours !== theirs)
    throw new Error('the gateway and the bare server answer different lists');
}
