import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

const piece = Buffer.alloc(64 * 1024);

it('what comes before a turn has brought enough goes on at once', () => {
  const turns = new Turns();
  let goneOn = 0;
  for (let index = 0; index < 3; index += 1) {
    expect(turns.bring(piece)).toBe(false);
    turns.next(() => {
      goneOn += 1;
    });
  }
  expect([goneOn, turns.bring(piece)]).toEqual([3, true]);
});

it('the rest goes on in later turns, four pieces in each, in the order in which it came', async () => {
  const turns = new Turns();
  for (let index = 0; index < 4; index += 1) turns.bring(piece);
  const goneOn: number[] = [];
  for (let index = 0; index < 10; index += 1) {
    turns.next(() => {
      goneOn.push(index);
      turns.bring(piece);
    });
  }
  const perTurn: number[] = [];
  while (goneOn.length < 10) {
    await nextTurn();
    perTurn.push(goneOn.length);
  }
  expect(perTurn).toEqual([4, 8, 10]);
  expect(goneOn).toEqual(goneOn.toSorted((a, b) => a - b));
});
