import { afterEach, expect, it, vi } from 'vitest';
import { until } from './children.ts';

afterEach(() => vi.restoreAllMocks());

it('a clock that jumps while something starts, as after a sleep, is no reason to give it up', async () => {
  const answers = [false, true];
  const check = async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    return answers.shift() ?? true;
  };
  await until('Kafka', null, check);
  expect(answers).toEqual([]);
});
