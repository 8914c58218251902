import { randomUUID } from 'node:crypto';
import { setTimeout as lasting } from 'node:timers/promises';
import { consumers, topics } from '@tma/contracts';
import { connectKafka, createLog } from '@tma/kit';
import { testConfig } from '../config.ts';
import type { Fault, Scene } from './fault.ts';
import { freeze } from './faults-processes.ts';
import { eventsSince, readTopics } from './topics.ts';

const log = createLog('faults', 'silent');

/** A client of the suite's own, beside those of the services. */
const connect = ({ system }: Scene) => connectKafka(system.running().brokers, 'faults', log, () => {});

/** Joins a group, takes what it is given, and leaves without having handled any of it. */
async function joinAndLeave(scene: Scene, group: string, names: readonly string[]): Promise<void> {
  const kafka = connect(scene);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await kafka.consume(group, names, () => held);
  await lasting(500);
  const closing = kafka.close();
  release();
  await closing;
}

const notJson = 'this is no event';
const unfit = (type: string) =>
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

/** What nobody can handle, and in how many groups it ends among the dead letters. */
const poison = () => [
  { topic: topics.reports, value: notJson, letters: consumers[topics.reports].length },
  { topic: topics.identity, value: notJson, letters: consumers[topics.identity].length },
  { topic: topics.reports, value: unfit('ReportCreated'), letters: 2 },
  { topic: topics.identity, value: unfit('VerificationRequested'), letters: 1 },
  // An event of tomorrow: nobody knows it, and nobody minds.
  { topic: topics.identity, value: unfit('PermitGranted'), letters: 0 },
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
      await scene.load.flows(10);
      const events = eventsSince(await readTopics(scene.system, () => false, 8000), since);
      if (events.length === 0) throw new Error('No event passed that could be delivered again');
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
