import { randomUUID } from 'node:crypto';
import { setTimeout as lasting } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, inject, it, vi } from 'vitest';
import { createTopics } from '../testing.ts';
import { connectKafka } from './index.ts';

const { kafkaBrokers } = inject('backing');
const log = pino({ level: 'silent' });
/** Longer than a group keeps a member that sends no heartbeat. */
const silenceMs = 12_000;

it('a member that the group forgot, as one that was frozen, joins again and is given the message again', async () => {
  const topic = `membership-${randomUUID()}`;
  await createTopics(kafkaBrokers, [topic]);
  const fatal = vi.fn<(error: Error) => void>();
  const kafka = connectKafka({ brokers: kafkaBrokers }, 'membership', log, fatal);
  let times = 0;
  await kafka.consume(topic, [topic], async () => {
    times += 1;
    if (times === 1) await lasting(silenceMs);
  });
  await kafka.produce([{ topic, key: 'report', value: 'created' }]);
  await expect.poll(() => times, { timeout: 25_000 }).toBe(2);
  expect(fatal).not.toHaveBeenCalled();
  await kafka.close();
});
