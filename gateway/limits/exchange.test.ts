import { expect, it } from 'vitest';
import { Exchange } from './exchange.ts';

it('a caller who has gone is not stalled: their exchange waits for the service', () => {
  const socket = { writableLength: 0, bytesRead: 0 };
  const request = { ip: '198.51.100.1', raw: { socket, complete: false, readableFlowing: true } };
  const exchange = new Exchange(request as never, {} as never);
  exchange.look(0, 1);
  expect(exchange.stalled(5000)).toBe(5000);
  exchange.isOver = true;
  expect(exchange.stalled(5000)).toBe(0);
});
