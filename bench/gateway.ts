/** The gateway as a proxy compared with a bare @fastify/http-proxy before the same upstream. */
import { compareRates } from './cpu.ts';
import { loadOf, type Row, requireSame } from './measure.ts';
import { type Peer, startGateway, startPeer } from './peer.ts';
import { keepApart } from './processes.ts';

/** An operation for anyone, so that all proxies do the same work. */
const path = 'api/gettehsils';

/**
 * Starts three processes, no portal. Takes about half a minute. The peer has no limits, no log, no metrics, no CORS, no request ids
 * and no traces.
 */
export async function bench(): Promise<Row[]> {
  const upstream = await startPeer('any-upstream.ts');
  const gateway = await startGateway(upstream.url);
  const proxy = await startPeer('bare-proxy.ts', upstream.url);
  try {
    await keepApart();
    const answers = [upstream, gateway, proxy].map(async ({ url }) => (await fetch(url + path)).text());
    requireSame(await Promise.all(answers), 1500);
    const name = '@fastify/http-proxy';
    const load = ({ url }: Peer) => loadOf({ url: url + path, status: 200 });
    return await compareRates(
      { name: `proxy of 2 KB: ${name}`, pids: { [name]: proxy.pid }, load: () => load(proxy) },
      { name: `proxy of 2 KB: gateway, beside ${name}`, pids: { gateway: gateway.pid }, load: () => load(gateway) },
      `gateway to ${name}`,
      0.9,
    );
  } finally {
    for (const { stop } of [proxy, gateway, upstream]) await stop();
  }
}
