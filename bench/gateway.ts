/** The gateway as a proxy compared with a bare @fastify/http-proxy before the same upstream. */
import { keepApart } from './apart.ts';
import { cpuMeter } from './cpu.ts';
import { startGateway } from './gateway-process.ts';
import { loadOf, pairRatio, type Row, rateRows } from './measure.ts';
import { type Peer, startPeer } from './peer.ts';

/** An operation for anyone, so that all proxies do the same work. */
const path = 'api/gettehsils';

/** Starts three processes, no portal. Takes about half a minute. */
export async function bench(): Promise<Row[]> {
  const started: Pick<Peer, 'stop'>[] = [];
  const keep = <P extends Pick<Peer, 'stop'>>(peer: P): P => {
    started.push(peer);
    return peer;
  };
  try {
    const upstream = keep(await startPeer('any-upstream.ts'));
    const gateway = keep(await startGateway(upstream.url));
    const proxy = keep(await startPeer('bare-proxy.ts', upstream.url));
    await keepApart();
    await requireSame([upstream, gateway, proxy].map(({ url }) => url + path));
    return await against('@fastify/http-proxy', proxy, gateway, 0.9);
  } finally {
    for (const { stop } of started.toReversed()) await stop();
  }
}

type Proxy = Pick<Peer, 'url' | 'pid'>;

/** The peer has no limits, no log, no metrics, no CORS, no request ids and no traces. */
async function against(name: string, reference: Proxy, gateway: Proxy, goal: number): Promise<Row[]> {
  const [theirs, ours] = [cpuMeter({ [name]: reference.pid }), cpuMeter({ gateway: gateway.pid })];
  const load =
    ({ url }: Proxy) =>
    () =>
      loadOf({ url: url + path, status: 200 });
  const pairs = await pairRatio(theirs.around(load(reference)), ours.around(load(gateway)));
  const names = { reference: `proxy of 2 KB: ${name}`, subject: `proxy of 2 KB: gateway, beside ${name}` };
  const rates = rateRows({ ...names, ratio: `gateway to ${name}` }, pairs, goal);
  return [...rates, theirs.row(names.reference), ours.row(names.subject)];
}

/** All must answer the same, or the ratios mean nothing. */
async function requireSame(urls: readonly string[]): Promise<void> {
  const answers = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  const different = answers.some((answer) => answer.length < 1500 || answer !== answers[0]);
  if (different) throw new Error('the proxies do not answer what is behind them');
}
