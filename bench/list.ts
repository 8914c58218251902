import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../infra/ports.ts';
import { password } from '../infra/seed/fill.ts';
import { residentEmail } from '../infra/seed/people.store.ts';
import { type Row, ratesOf, ratioRow } from './measure.ts';

const path = '/rest/v1/requests?select=*&order=created_at.desc&limit=50';

/** The newest 50 through the gateway, with a token, against a bare server; and what is known already against both. */
export async function listAgainstBare(
  portal: string,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<Row[]> {
  const { token, id } = await signIn(portal);
  const url = portal.replace('localhost', '127.0.0.1') + path;
  const headers = { authorization: `Bearer ${token}` };
  const first = await fetch(url, { headers });
  const etag = first.headers.get('etag') ?? '';
  const bare = await startBare(databaseUrl, id);
  try {
    await demandSame(await first.text(), await (await fetch(bare.url)).text());
    say('the newest 50, through the gateway and bare');
    const rates = await ratesOf({
      bare: { url: bare.url, status: 200 },
      list: { url, headers, status: 200 },
      known: { url, headers: { ...headers, 'if-none-match': etag }, status: 304 },
    });
    const perSecond = (rate: number) => `${Math.round(rate)}/s`;
    return [
      { name: 'newest 50: bare fastify + pg', value: perSecond(rates.bare), goal: '' },
      { name: 'newest 50: through the gateway', value: perSecond(rates.list), goal: '' },
      ratioRow('newest 50: gateway to bare', rates.list / rates.bare, '>=', 0.6),
      { name: '304: through the gateway', value: perSecond(rates.known), goal: '' },
      ratioRow('304 to the list', rates.known / rates.list, '>=', 3),
    ];
  } finally {
    bare.stop();
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

async function startBare(databaseUrl: string, userId: string) {
  const port = await freePort();
  const file = fileURLToPath(new URL('./bare-list.ts', import.meta.url));
  const child = fork(file, [databaseUrl, String(port), userId]);
  await once(child, 'message');
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

/** Both must do the same work, or the ratio says nothing. */
async function demandSame(ours: string, theirs: string): Promise<void> {
  if (ours.length < 10_000 || ours !== theirs)
    throw new Error('the gateway and the bare server answer different lists');
}
