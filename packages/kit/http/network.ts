import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address as some proxies write it into `X-Forwarded-For`: with its port, which differs with each connection. */
const withPort = /^(?:([\d.]+)|\[([^\]]+)\])(?::\d+)?$/;

/**
 * What limits count a caller by: the IPv4 address itself, or the first 64 bits of an IPv6 address (`2001:db8:1:2::/64`), as
 * whoever has one address of such a network has them all. An IPv4 address in IPv6 form is that IPv4 address.
 * @param given an address, perhaps with a port; any other text is returned as it is
 */
export function networkOf(given: string): string {
  // The quick way for most addresses: the gateway does this for every request.
  if (isIPv4(given)) return given;
  const [, v4, v6] = withPort.exec(given) ?? [];
  const ip = v4 ?? v6 ?? given;
  if (!ipaddr.isValid(ip)) return given;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network}/64`;
}
