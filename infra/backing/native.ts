import { join } from 'node:path';
import type { Child } from '../children.ts';
import { type Backing, type BackingOptions, withDatabase } from './index.ts';
import { startKafka } from './kafka.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

/** The backing services as programs of this machine, started side by side. */
export async function startNative({ dataDir, ports, password }: BackingOptions, how: string): Promise<Backing> {
  const started = await Promise.allSettled([
    startPostgres(join(dataDir, 'postgres'), ports.postgres, password),
    startKafka(join(dataDir, 'kafka'), ports.kafka, ports.kafkaController),
    startRedis(join(dataDir, 'redis'), ports.redis),
  ]);
  const children = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failure = started.find((one) => one.status === 'rejected');
  const stop = () => stopAll(children);
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const [postgres, kafka, redis] = children;
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${ports.postgres}/postgres`;
  return {
    databaseUrl: (name) => withDatabase(url, name),
    kafkaBrokers: [`127.0.0.1:${ports.kafka}`],
    redisUrl: `redis://127.0.0.1:${ports.redis}`,
    how,
    pids: Object.fromEntries(
      Object.entries({ postgres, kafka, redis }).map(([name, child]) => [name, child?.process.pid ?? 0]),
    ),
    stop,
  };
}

/** Postgres ends by SIGINT (its fast shutdown: it waits for no client). */
async function stopAll([postgres, kafka, redis]: readonly Child[]) {
  await Promise.all([postgres?.stop('SIGINT', 5000), kafka?.stop('SIGTERM', 4000), redis?.stop('SIGTERM', 2000)]);
}
