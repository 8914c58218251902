import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Backing } from '../backing/backing.ts';
import { startBacking } from '../backing/index.ts';
import { buildFrontends } from '../build/frontends.ts';
import { type InfraConfig, readInfraConfig } from '../config.ts';
import { createSteps, type Say } from '../processes/steps.ts';
import { databases, instancesOf, type Ports, processes, type Situation, type Tier, tiers } from '../system.ts';
import { choosePorts } from './choose-ports.ts';
import { takeFolder } from './data-folder.ts';
import { endLeftovers } from './leftovers.ts';
import { demandMemory } from './memory.ts';
import { prepare } from './prepare.ts';
import { noteRunning, type Running, runFile } from './run-file.ts';
import { keepSecrets } from './secrets.ts';
import { type Supervised, supervise } from './supervisor.ts';

interface LaunchOptions {
  /** The ports of the table (moved where an inner one is taken), or free ones throughout. */
  ports: 'default' | 'free';
  dataDir?: string;
  /** Backing services that run already. */
  backing?: Backing;
  config?: InfraConfig;
  /** More of the environment of every process of the table. */
  env?: Record<string, string>;
  say?: Say;
  /** Breaks the launch off; what was started is stopped, and the promise rejects. */
  signal?: AbortSignal;
}

export interface System {
  urls: Running['urls'];
  secretKey: string;
  dataDir: string;
  /** Stops everything in order, within 10 s; what is not gone in time is killed. Asked again, it is the same stop. */
  stop(): Promise<void>;
}

/** Milliseconds from the order to stop until what is left of a tier is killed; the backing services have 3 s more. */
const killedAfterMs: Record<Tier, number> = { 3: 2000, 2: 6000, 1: 6500 };

/** Brings up the whole system, step by step, and says so. When a step fails, what was started is stopped again. */
export async function launch(options: LaunchOptions): Promise<System> {
  const say = options.say ?? (() => {});
  const { signal } = options;
  const config = options.config ?? readInfraConfig();
  const dataDir = resolve(options.dataDir ?? config.DATA_DIR);
  const undo: ((elapsedMs: number) => Promise<unknown>)[] = [await takeFolder(dataDir)];
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= undoAll(undo);
    return stopped;
  };
  const step = createSteps(say, signal);

  try {
    demandMemory();
    await endLeftovers(dataDir);
    const ports = await choosePorts(options.ports, config);
    const secrets = await keepSecrets(dataDir, config.ADMIN_SECRET_KEY);
    const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${ports.gateway}`).replace(/\/+$/, '');
    const urls = { portal: publicUrl, mailbox: `http://localhost:${ports.mailbox}`, docs: `${publicUrl}/docs` };

    let noted = async () => {};
    // What cannot be written now, as on a full disk, is written later.
    const moved = (): void => void noted().catch(() => setTimeout(moved, 1000).unref());
    const starting = options.backing
      ? Promise.resolve(options.backing)
      : startBacking({ dataDir, ports, password: secrets.databasePassword, log: say, moved, config, signal });
    // Also when it is broken off: what is half up by then is stopped once it is up.
    undo.push(() => starting.then(({ stop }) => (options.backing ? undefined : stop())).catch(() => {}));
    const backing = await step(
      'Postgres, Kafka and Redis',
      () => starting,
      ({ how }) => `Postgres, Kafka and Redis (${how})`,
    );
    await step('databases and topics', () => prepare(backing));
    await step(
      'frontends',
      () => buildFrontends((name) => say(`building ${name}`), signal),
      (built) => (built.length > 0 ? `frontends built: ${built.join(', ')}` : 'frontends are up to date'),
    );

    const situation: Situation = { ports, backing, secrets, dataDir, publicUrl, config, env: options.env ?? {} };
    const children: Supervised[] = [];
    noted = () => noteRunning(dataDir, describe(ports, backing, urls, children));
    undo.push(() => rm(runFile(dataDir), { force: true }));
    for (const tier of tiers) {
      const plans = processes
        .filter((plan) => plan.tier === tier && (plan.wanted?.(config) ?? true))
        .flatMap((plan) => instancesOf(plan, config));
      if (plans.length === 0) continue;
      await step(`${plans.map(({ name }) => name).join(', ')}: healthy`, async () => {
        const started = await Promise.all(plans.map((plan) => supervise(plan, situation, { say, moved })));
        children.push(...started);
        undo.push((elapsedMs) => Promise.all(started.map((child) => child.stop(killedAfterMs[tier] - elapsedMs))));
        await noted();
        await Promise.all(started.map((child) => child.ready()));
      });
    }
    return { urls, secretKey: secrets.adminSecretKey, dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The last started first; each is told how many milliseconds have gone already. */
async function undoAll(undo: readonly ((elapsedMs: number) => Promise<unknown>)[]): Promise<void> {
  const begun = performance.now();
  for (const step of undo.toReversed()) await step(performance.now() - begun);
}

const describe = (ports: Ports, backing: Backing, urls: Running['urls'], children: readonly Supervised[]): Running => ({
  pid: process.pid,
  urls,
  ports,
  backing: backing.how,
  brokers: backing.kafkaBrokers,
  databases: {
    auth: backing.databaseUrl(databases.auth),
    reports: backing.databaseUrl(databases.reports),
    files: backing.databaseUrl(databases.files),
    notify: backing.databaseUrl(databases.notify),
  },
  children: { ...backing.pids, ...Object.fromEntries(children.map((child) => [child.name, child.pid() ?? 0])) },
});
