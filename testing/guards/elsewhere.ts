import { connect, createServer } from 'node:net';
import { hasAddresses, newAddress } from '../from.ts';

/**
 * Another door to the portal: whoever comes through it seems to come from elsewhere, each connection from a place of its
 * own, so that nothing of it counts towards the limits of others. @returns its URL, and how to close it
 */
export function openDoor(portal: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(portal);
  const door = createServer((outside) => {
    const inside = connect({ host: hasAddresses ? '127.0.0.1' : hostname, port: Number(port), localAddress: origin() });
    outside.pipe(inside).pipe(outside);
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  const origin = () => (hasAddresses ? newAddress() : undefined);
  return new Promise((resolve) => {
    door.listen(0, '127.0.0.1', () => {
      const { port: own } = door.address() as { port: number };
      resolve({ url: `http://127.0.0.1:${own}`, close: () => door.close() });
    });
  });
}
