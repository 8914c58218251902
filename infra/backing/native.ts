import { join } from 'node:path';
import type { Child } from '../processes/children.ts';
import { keepRunning, type RestartedChild } from '../processes/restarts.ts';
import { type Backing, type BackingOptions, localAddresses } from './backing.ts';
import { jars, requireJava } from './jars.ts';
import { startKafka } from './kafka.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

/** The signal on which each program exits cleanly, and how many milliseconds it has for that. On SIGINT Postgres waits for no client. */
const stops = {
  postgres: { signal: 'SIGINT', graceMs: 3000 },
  kafka: { signal: 'SIGTERM', graceMs: 3000 },
  redis: { signal: 'SIGTERM', graceMs: 1000 },
} as const;
type Name = keyof typeof stops;

/** Starts the backing services as programs of this machine, in parallel; one that exits is restarted. */
export async function startNative(options: BackingOptions, how: string): Promise<Backing> {
  const { dataDir, ports, password, print, onRestart = () => {}, signal } = options;
  // Before Postgres stores anything: from then on a Docker engine that is started later is not used.
  signal?.throwIfAborted();
  await requireJava();
  await jars(signal);
  const programs: Record<Name, () => Promise<Child>> = {
    postgres: () => startPostgres(join(dataDir, 'postgres'), ports.postgres, password),
    kafka: () => startKafka(join(dataDir, 'kafka'), ports.kafka, ports.kafkaController, signal, options.kafka),
    redis: () => startRedis(join(dataDir, 'redis'), ports.redis, signal),
  };
  const running = new Map<Name, RestartedChild>();
  const stop = async () => {
    await Promise.all([...running].map(([name, child]) => child.stop(stops[name].signal, stops[name].graceMs)));
  };
  const names = Object.keys(programs) as Name[];
  const started = await Promise.allSettled(
    names.map(async (name) => running.set(name, await keepRunning(name, programs[name], { print, onRestart }))),
  );
  const failure = started.find((one) => one.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  return {
    ...localAddresses(ports, password),
    how,
    get pids() {
      return Object.fromEntries([...running].map(([name, child]) => [name, child.child().process.pid ?? 0]));
    },
    stop,
  };
}
