import { describe, expect, it } from 'vitest';
import { nextCard } from './use-card-keys.ts';

describe('eight cards in three columns', () => {
  const from = (place: number) => ({ from: place, count: 8, columns: 3, forward: 'ArrowRight' });

  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 3],
    ['ArrowRight', 7, undefined],
    ['ArrowLeft', 3, 2],
    ['ArrowLeft', 0, undefined],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 4, 7],
    ['ArrowDown', 5, 7],
    ['ArrowDown', 6, undefined],
    ['ArrowUp', 7, 4],
    ['ArrowUp', 2, undefined],
    ['Home', 5, 0],
    ['End', 5, 7],
    ['Enter', 5, undefined],
  ])('%s leads from %i to %s', (key, place, to) => {
    expect(nextCard(key, from(place))).toBe(to);
  });

  it('in a language that is read from right to left, the left arrow leads on', () => {
    expect(nextCard('ArrowLeft', { ...from(0), forward: 'ArrowLeft' })).toBe(1);
  });
});
