/** The proxies in front of the portal, which are believed when they name a caller's address. */
import { isIP, isIPv4 } from 'node:net';
import { noProxy } from '@tma/kit/config';
import type { App } from '@tma/kit/http/app';
import type { createLog } from '@tma/kit/process';

/** Ranges of addresses that fastify knows by name. */
const rangeNames = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether this is an item of `TRUST_PROXY`: an address or a range, also with a netmask; not a host name, and not a number of proxies. */
export function isProxy(text: string): boolean {
  if (text === noProxy || rangeNames.includes(text)) return true;
  const [, address = '', bits = '1', netmask] = /^([^/]+)(?:\/(?:([1-9]\d{0,2})|([\d.]+)))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (netmask !== undefined) return version === 4 && isIPv4(netmask);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}

/** What fastify's `trustProxy` takes. */
export function trustedProxies({ TRUST_PROXY }: { TRUST_PROXY: readonly string[] }): string[] | false {
  const proxies = TRUST_PROXY.filter((proxy) => proxy !== noProxy);
  return proxies.length > 0 ? proxies : false;
}

/** Warns once when an untrusted peer names another caller's address: it may be a proxy missing in `TRUST_PROXY`. */
export function warnOfUnknownProxies(app: App, log: ReturnType<typeof createLog>): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket, ip } = request;
    const speaksForOthers = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    if (!hasWarned && speaksForOthers && ip === socket.remoteAddress) {
      hasWarned = true;
      log.warn(
        { peer: ip },
        'a peer that TRUST_PROXY does not name sends X-Forwarded-For or Forwarded: it is not believed',
      );
    }
    done();
  });
}
