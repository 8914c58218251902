/** Compares each event with its schema as it was kept: what breaks a running consumer or an old event fails. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type EventType, events } from '../events.ts';
import { breakingChanges, type Schema } from '../testing/compare.ts';

const folder = new URL('./', import.meta.url);
const update = 'npm test -- --project unit packages/contracts -u';

/** `ReportCreated.v1.json`: an event's version is that of its topic. */
const fileOf = (type: EventType) => `${type}.${events[type].topic.split('.').at(-1)}.json`;
const kept = readdirSync(folder).filter((file) => file.endsWith('.json'));
const types = Object.keys(events) as EventType[];

describe.each(types)('%s', (type) => {
  const { topic, data } = events[type];
  const file = fileOf(type);
  const today: Schema = { $id: `${topic}/${type}`, ...z.toJSONSchema(data, { io: 'input' }) };

  // A new event has no file yet: the second test writes it. A break is never written, not even by -u.
  const was = kept.includes(file) ? (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Schema) : today;
  const breaks = breakingChanges(was, today);

  it('breaks no consumer that still runs and no event that Kafka still holds', () => {
    expect(breaks, `${type} has to stay as in ${file}; what cannot, is a new event`).toEqual([]);
  });

  it.skipIf(breaks.length > 0)('is kept as it is today', async () => {
    const text = `${JSON.stringify(today, null, 2)}\n`;
    await expect(text, `${file} is older than the event; to update it: ${update}`).toMatchFileSnapshot(file);
  });
});

it('no event goes while Kafka may hold one of it', () => {
  expect(kept.filter((file) => !types.map(fileOf).includes(file))).toEqual([]);
});
