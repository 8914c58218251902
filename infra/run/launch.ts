import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Backing, BackingOptions } from '../backing/backing.ts';
import { startBacking } from '../backing/index.ts';
import { buildFrontends } from '../build/frontends.ts';
import { childEnvironment, type InfraConfig, namesBucket, readInfraConfig, requireForProduction } from '../config.ts';
import { type ProcessPlan, type Situation, type Tier, tiers } from '../process-plan.ts';
import { createSteps, type Print } from '../processes/steps.ts';
import { instancesOf, processes } from '../system.ts';
import { choosePorts } from './choose-ports.ts';
import { lockDataFolder } from './data-folder.ts';
import { createDatabasesAndTopics, createKafkaAccess } from './databases-and-topics.ts';
import { endLeftovers } from './leftovers.ts';
import { requireMemory } from './memory.ts';
import { type Running, runFile, writeRunFile } from './run-file.ts';
import { placeAdminKey, readSecrets } from './secrets.ts';
import { type Supervised, supervise } from './supervisor.ts';

interface LaunchOptions {
  /** `default`: the ports of system.ts, others where an inner one is taken. `free`: any free ports. */
  ports: 'default' | 'free';
  dataDir?: string;
  /** Backing services that run already; they are not stopped with the system. */
  backing?: Backing;
  config?: InfraConfig;
  /** Added to the environment of every process. */
  env?: Record<string, string>;
  print?: Print;
  /** Aborts the launch: what was started is stopped, and the promise rejects. */
  signal?: AbortSignal;
}

export interface System {
  urls: Running['urls'];
  secretKey: string;
  dataDir: string;
  /** Stops everything in order, within 10 s; what has not exited in time is killed. Later calls return the same promise. */
  stop(): Promise<void>;
}

/** Milliseconds from the order to stop until the rest of a tier is killed; the backing services have 3 s more. */
const killedAfterMs: Record<Tier, number> = { 3: 2000, 2: 6000, 1: 6500 };

/** Undoes one step of the launch. @param elapsedMs since the stop began */
type Cleanup = (elapsedMs: number) => Promise<unknown>;

/** Starts the whole system step by step. When a step fails, what was started is stopped again. */
export async function launch(options: LaunchOptions): Promise<System> {
  const config = requireForProduction(options.config ?? readInfraConfig());
  const dataDir = resolve(options.dataDir ?? config.DATA_DIR);
  const cleanups: Cleanup[] = [await lockDataFolder(dataDir)];
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= runCleanups(cleanups);
    return stopped;
  };
  try {
    return { ...(await startAll(options, config, dataDir, cleanups)), dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(options: LaunchOptions, config: InfraConfig, dataDir: string, cleanups: Cleanup[]) {
  const { print = () => {}, signal, env = {} } = options;
  requireMemory();
  await endLeftovers(dataDir);
  const ports = await choosePorts(options.ports, config);
  const secrets = await readSecrets(dataDir, config.ADMIN_SECRET_KEY);
  await placeAdminKey(dataDir, config.ADMIN_SECRET_KEY ? null : secrets.adminSecretKey);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${ports.gateway}`;
  const urls = { portal: publicUrl, mailbox: `http://localhost:${ports.mailbox}`, docs: `${publicUrl}/docs` };
  const launching: Launching = { step: createSteps(print, signal), print, cleanups, runState: createRunState() };
  const onRestart = launching.runState.save;

  const password = secrets.databasePassword;
  const own = { dataDir, ports, password, print, onRestart, config, signal };
  const backing = await bringBacking(options.backing ?? null, own, launching);
  const databaseUrls = await launching.step('databases and topics', () => createDatabasesAndTopics(backing, password));
  const kafkaAccess = await createKafkaAccess(backing, password);
  await launching.step(
    'frontends',
    () => buildFrontends((name) => print(`building ${name}`), signal),
    (built) => (built.length > 0 ? `frontends built: ${built.join(', ')}` : 'frontends are up to date'),
  );
  const situation: Situation = { ports, backing, databaseUrls, kafkaAccess, secrets, dataDir, publicUrl, config, env };
  await startProcesses(situation, describeRunning(situation, backing, urls), config, launching);
  return { urls, secretKey: secrets.adminSecretKey };
}

/** What the steps of a launch share. */
interface Launching {
  step: ReturnType<typeof createSteps>;
  print: Print;
  cleanups: Cleanup[];
  runState: ReturnType<typeof createRunState>;
}

/** @param given backing services that run already: they are not stopped with the system */
async function bringBacking(given: Backing | null, own: BackingOptions, { step, cleanups }: Launching) {
  const starting = given ? Promise.resolve(given) : startBacking(own);
  // Registered before it is up: a launch that is aborted half way stops it as soon as it is.
  cleanups.push(() => starting.then(({ stop }) => (given ? undefined : stop())).catch(() => {}));
  return step(
    'Postgres, Kafka and Redis',
    () => starting,
    ({ how }) => `Postgres, Kafka and Redis (${how})`,
  );
}

/** Starts the processes tier by tier, and writes in the run file which they are. */
async function startProcesses(
  situation: Situation,
  describe: (children: readonly Supervised[]) => Running,
  config: InfraConfig,
  { step, print, cleanups, runState }: Launching,
): Promise<void> {
  const { dataDir } = situation;
  const children: Supervised[] = [];
  runState.write = () => writeRunFile(dataDir, describe(children));
  cleanups.push(() => rm(runFile(dataDir), { force: true }));
  for (const [tier, plans] of plansByTier(config)) {
    await step(`${plans.map(({ name }) => name).join(', ')}: healthy`, async () => {
      const options = { print, onRestart: runState.save };
      const started = await Promise.all(plans.map((plan) => supervise(plan, situation, options)));
      children.push(...started);
      cleanups.push((elapsedMs) => Promise.all(started.map((child) => child.stop(killedAfterMs[tier] - elapsedMs))));
      await runState.write();
      await Promise.all(started.map((child) => child.ready()));
    });
  }
}

/** The processes that the configuration calls for, in the order of their start. */
const plansByTier = (config: InfraConfig): [Tier, ProcessPlan[]][] =>
  tiers.flatMap((tier) => {
    const plans = processes
      .filter((plan) => plan.tier === tier && (plan.wanted?.(config) ?? true))
      .flatMap((plan) => instancesOf(plan, config));
    return plans.length > 0 ? [[tier, plans]] : [];
  });

/** Writes the run file, and again after a restart changed a process id. Before the first process there is nothing to write. */
function createRunState() {
  const state = {
    write: async () => {},
    save(): void {
      // What cannot be written now, as on a full disk, is written later.
      state.write().catch(() => setTimeout(state.save, 1000).unref());
    },
  };
  return state;
}

/** The last step is undone first. */
async function runCleanups(cleanups: readonly Cleanup[]): Promise<void> {
  const startedAt = performance.now();
  for (const cleanup of cleanups.toReversed()) await cleanup(performance.now() - startedAt);
}

const describeRunning = (
  { ports, databaseUrls: databases, env }: Situation,
  backing: Backing,
  urls: Running['urls'],
): ((children: readonly Supervised[]) => Running) => {
  const { how, kafkaBrokers: brokers, kafkaAccess, redisUrl } = backing;
  const inBucket = namesBucket({ ...childEnvironment(), ...env });
  const running = { pid: process.pid, urls, ports, backing: how, brokers, kafkaAccess, redisUrl, databases, inBucket };
  // The process ids are those of now: programs may have been started again.
  return (children) => ({
    ...running,
    children: { ...backing.pids, ...Object.fromEntries(children.map((child) => [child.name, child.pid() ?? 0])) },
  });
};
