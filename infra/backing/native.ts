import { join } from 'node:path';
import type { Child } from '../processes/children.ts';
import { type Kept, keep } from '../processes/keep-running.ts';
import { type Backing, type BackingOptions, withDatabase } from './backing.ts';
import { startKafka } from './kafka.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

/** How each program ends well, and how many milliseconds it has for that. Postgres: SIGINT waits for no client. */
const endings = {
  postgres: { by: 'SIGINT', graceMs: 3000 },
  kafka: { by: 'SIGTERM', graceMs: 3000 },
  redis: { by: 'SIGTERM', graceMs: 1000 },
} as const;
type Name = keyof typeof endings;

/** The backing services as programs of this machine, started side by side, and again when one dies. */
export async function startNative(options: BackingOptions, how: string): Promise<Backing> {
  const { dataDir, ports, password, log, moved = () => {}, signal } = options;
  const programs: Record<Name, () => Promise<Child>> = {
    postgres: () => startPostgres(join(dataDir, 'postgres'), ports.postgres, password),
    kafka: () => startKafka(join(dataDir, 'kafka'), ports.kafka, ports.kafkaController, signal),
    redis: () => startRedis(join(dataDir, 'redis'), ports.redis, signal),
  };
  const running = new Map<Name, Kept>();
  const stop = async () => {
    await Promise.all([...running].map(([name, kept]) => kept.stop(endings[name].by, endings[name].graceMs)));
  };
  const names = Object.keys(programs) as Name[];
  const started = await Promise.allSettled(
    names.map(async (name) => running.set(name, await keep(name, programs[name], { say: log, moved }))),
  );
  const failure = started.find((one) => one.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${ports.postgres}/postgres`;
  return {
    databaseUrl: (name) => withDatabase(url, name),
    kafkaBrokers: [`127.0.0.1:${ports.kafka}`],
    redisUrl: `redis://127.0.0.1:${ports.redis}`,
    how,
    get pids() {
      return Object.fromEntries([...running].map(([name, kept]) => [name, kept.child().process.pid ?? 0]));
    },
    stop,
  };
}
