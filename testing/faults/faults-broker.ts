import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { consumers, topics } from '@tma/contracts';
import { connectKafka, createLog } from '@tma/kit';
import { testConfig } from '../config.ts';
import type { Fault, Scene } from './fault.ts';
import { freeze } from './faults-processes.ts';
import { eventsSince, readTopics, untilAllOf } from './topics.ts';
import { allEvents } from './truth.store.ts';

const log = createLog('faults', 'silent');

/** The suite's own client. */
const connect = ({ system }: Scene) => connectKafka({ brokers: system.running().brokers }, 'faults', log, () => {});

/** Joins a group, receives messages, and leaves without having handled any of them. */
async function joinAndLeave(scene: Scene, group: string, names: readonly string[]): Promise<void> {
  const kafka = connect(scene);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await kafka.consume(group, names, () => held);
  await wait(500);
  const closing = kafka.close();
  release();
  await closing;
}

const notJson = 'this is no event';
const invalidData = (type: string) =>
  JSON.stringify({
    specversion: '1.0',
    id: randomUUID(),
    source: '/faults',
    type,
    subject: 'nobody',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    data: { poison: true },
  });

/** Messages that no consumer can handle, and in how many groups each becomes a dead letter. */
const poison = () => [
  { topic: topics.reports, value: notJson, letters: consumers[topics.reports].length },
  { topic: topics.identity, value: notJson, letters: consumers[topics.identity].length },
  { topic: topics.reports, value: invalidData('ReportCreated'), letters: 2 },
  { topic: topics.identity, value: invalidData('VerificationRequested'), letters: 1 },
  // A type that only a later version knows: it is kept, and is no dead letter.
  { topic: topics.identity, value: invalidData('PermitGranted'), letters: 0 },
];

export const brokerFaults: readonly Fault[] = [
  {
    name: `broker away for ${testConfig.allFaults ? 60 : 20} s`,
    mayDouble: true,
    needs: 'kafka',
    inject: (scene) => freeze(scene, 'kafka', testConfig.allFaults ? 60 : 20),
  },
  {
    name: 'broker killed',
    short: true,
    mayDouble: true,
    needs: 'kafka',
    inject: ({ system }) => system.end('kafka', 'SIGKILL'),
  },
  {
    name: 'each event delivered 3 times',
    short: true,
    async inject(scene) {
      const since = new Date();
      await scene.load.waitForWrites(10);
      const written = await allEvents(scene.system.running().databases);
      // Those that are not sent yet come soon; the topics are never silent under load.
      const events = eventsSince(await readTopics(scene.system, untilAllOf(written), 8000), since);
      if (events.length === 0) throw new Error('There was no event to deliver again');
      const kafka = connect(scene);
      for (const _again of [1, 2]) await kafka.produce(events);
      await kafka.close();
    },
  },
  {
    name: 'rebalance storm',
    async inject(scene) {
      for (let times = 0; times < 10; times += 1) {
        const group = (['notify', 'files'] as const)[times % 2] ?? 'notify';
        await joinAndLeave(scene, group, [topics.reports, topics.identity]);
      }
    },
  },
  {
    name: 'poison messages',
    short: true,
    async inject(scene) {
      const kafka = connect(scene);
      const messages = poison();
      await kafka.produce(messages.map(({ topic, value }) => ({ topic, key: randomUUID(), value })));
      await kafka.close();
      for (const { letters } of messages) scene.oracle.deadLetters += letters;
    },
  },
];
