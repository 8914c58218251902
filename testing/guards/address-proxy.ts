import { connect, createServer } from 'node:net';
import { hasAddresses, newAddress } from '../ask-from.ts';

/**
 * Starts a TCP proxy to the portal that connects from another loopback address each time, so that its calls do not count
 * towards the rate limits of other tests. @returns its URL, and how to close it
 */
export function openAddressProxy(portal: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(portal);
  const proxy = createServer((outside) => {
    const inside = connect({
      host: hasAddresses ? '127.0.0.1' : hostname,
      port: Number(port),
      localAddress: sourceAddress(),
    });
    outside.pipe(inside).pipe(outside);
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  const sourceAddress = () => (hasAddresses ? newAddress() : undefined);
  return new Promise((resolve) => {
    proxy.listen(0, '127.0.0.1', () => {
      const { port: own } = proxy.address() as { port: number };
      resolve({ url: `http://127.0.0.1:${own}`, close: () => proxy.close() });
    });
  });
}
