import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lifetimes } from '@tma/contracts';
import { CommandError } from '../command.ts';
import { type Child, startProgram, untilReady } from '../processes/children.ts';
import { accepts } from '../processes/ports.ts';
import { run } from '../processes/run-program.ts';
import { jars, javaEnvironment } from './jars.ts';

const java = [
  ...['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:MaxMetaspaceSize=128m', '-Xss512k'],
  ...['-Djava.awt.headless=true', '-Dlog4j2.level=WARN', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'],
];

const properties = (dataDir: string, port: number, controllerPort: number) => ({
  'process.roles': 'broker,controller',
  'node.id': '1',
  'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
  'controller.listener.names': 'CONTROLLER',
  listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
  'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
  'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  'log.dirs': join(dataDir, 'log'),
  'auto.create.topics.enable': 'false',
  'offsets.topic.num.partitions': '4',
  'offsets.topic.replication.factor': '1',
  // What a group that is away has handled is known for as long as the outboxes keep what it has not.
  'offsets.retention.minutes': String(lifetimes.outboxOfDeadLetters / 60),
  'transaction.state.log.num.partitions': '4',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'share.coordinator.state.topic.num.partitions': '1',
  'share.coordinator.state.topic.replication.factor': '1',
  'share.coordinator.state.topic.min.isr': '1',
  'group.initial.rebalance.delay.ms': '0',
  // After kill -9 the broker may join again once its last session is over: 9 s by default.
  'broker.heartbeat.interval.ms': '500',
  'broker.session.timeout.ms': '3000',
  // Acknowledged messages are on disk, also when the machine loses power.
  'log.flush.interval.messages': '1',
  // Messages beyond their topic's retention are deleted within a minute, also from the disk.
  'log.retention.check.interval.ms': '30000',
  'log.segment.delete.delay.ms': '1000',
  'num.network.threads': '2',
  'num.io.threads': '4',
});

/** Special settings of the broker, and arguments for formatting its storage, such as users. */
export interface OwnKafka {
  properties: Record<string, string>;
  format: readonly string[];
}

/** Starts Apache Kafka in KRaft mode: one broker, with its log in `dataDir`, on loopback only. */
export async function startKafka(
  dataDir: string,
  port: number,
  controllerPort: number,
  signal?: AbortSignal,
  own: OwnKafka = { properties: {}, format: [] },
): Promise<Child> {
  // Its setting for folders is a list.
  if (dataDir.includes(','))
    throw new CommandError(
      `Kafka can keep no data in ${dataDir}, as the path has a comma. Choose another with DATA_DIR.`,
    );
  const classpath = join(await jars(signal), '*');
  await mkdir(dataDir, { recursive: true });
  // Events name people, and Kafka's own files are readable to everybody.
  await chmod(dataDir, 0o700);
  const file = join(dataDir, 'server.properties');
  const settings = { ...properties(dataDir, port, controllerPort), ...own.properties };
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${escaped(value)}\n`);
  await writeFile(file, lines.join(''));
  if (!existsSync(join(dataDir, 'log', 'meta.properties'))) await format(classpath, file, own.format);
  const child = startProgram('java', [...java, '-cp', classpath, 'kafka.Kafka', file], {
    cwd: dataDir,
    env: javaEnvironment(),
  });
  return untilReady('Kafka', child, () => accepts(port));
}

/** A file of properties is read as Latin-1, and a backslash in it escapes (java.util.Properties): paths may have both. */
const escaped = (value: string) =>
  value.replaceAll(/[^ -~]|\\/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function format(classpath: string, file: string, more: readonly string[]): Promise<void> {
  const clusterId = randomBytes(16).toString('base64url');
  const tool = ['kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', file, ...more];
  const { code, output } = await run('java', [...java, '-cp', classpath, ...tool], { env: javaEnvironment() });
  if (code !== 0) throw new Error(`Kafka's storage could not be formatted: ${output}`);
}
