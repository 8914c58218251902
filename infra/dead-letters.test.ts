import { deadLetterTopic, topics } from '@tma/contracts';
import type { DeadLetter } from '@tma/kit';
import { expect, it } from 'vitest';
import { choose, chooseToDrop, type Found } from './dead-letters.ts';

const of = (group: string, id: string) =>
  ({ topic: deadLetterTopic(topics.reports, group), id, letter: {} as DeadLetter }) satisfies Found;
const [first, second, other] = [of('notify', 'a'), of('files', 'a'), of('notify', 'b')];
const waiting = [first, second, other];

it('letters are chosen by the event, in each service that has it, or by service and event', () => {
  expect(choose(waiting, ['a'])).toEqual([first, second]);
  expect(choose(waiting, ['files/a', 'b'])).toEqual([second, other]);
  expect(choose(waiting, ['all'])).toEqual(waiting);
  expect(() => choose(waiting, ['c'])).toThrow('No dead letter has the id c.');
});

it('an event that several services could not handle is dropped only from those that are named', () => {
  expect(() => chooseToDrop(waiting, ['a'])).toThrow('Name those to drop: notify/a files/a');
  expect(chooseToDrop(waiting, ['notify/a'])).toEqual([first]);
  expect(chooseToDrop(waiting, ['b'])).toEqual([other]);
  expect(chooseToDrop(waiting, ['all'])).toEqual(waiting);
});
