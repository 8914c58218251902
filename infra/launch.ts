import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join, resolve } from 'node:path';
import { createLog, ensureTopics } from '@tma/kit';
import pg from 'pg';
import { type Backing, startBacking } from './backing/index.ts';
import { buildFrontends } from './build.ts';
import { type InfraConfig, readInfraConfig, Trouble } from './config.ts';
import { freePorts, isTaken } from './ports.ts';
import { keepSecrets } from './secrets.ts';
import { type Supervised, supervise } from './supervisor.ts';
import { databases, defaultPorts, type Ports, processes, type Situation, topicPlans } from './system.ts';

export interface LaunchOptions {
  /** The ports of the table (moved where an inner one is taken), or free ones throughout. */
  ports: 'default' | 'free';
  dataDir?: string;
  /** Backing services that run already. */
  backing?: Backing;
  config?: InfraConfig;
  /** A step that took `seconds`, or (without) something that happened. */
  say?: (line: string, seconds?: number) => void;
}

export interface System {
  urls: { portal: string; mailbox: string; docs: string };
  secretKey: string;
  dataDir: string;
  stop(): Promise<void>;
}

/** What `run.json` in the data folder says of a system that runs. */
export interface Running {
  pid: number;
  urls: System['urls'];
  ports: Ports;
  brokers: string[];
  children: Record<string, number>;
}

export const runFile = (dataDir: string) => join(dataDir, 'run.json');

/** The system that runs on a data folder, if one does. */
export async function readRunning(dataDir: string): Promise<Running | null> {
  if (!existsSync(runFile(dataDir))) return null;
  const running = JSON.parse(await readFile(runFile(dataDir), 'utf8')) as Running;
  try {
    process.kill(running.pid, 0);
    return running;
  } catch {
    return null;
  }
}

/** Brings up the whole system, step by step, and says so. When a step fails, what was started is stopped again. */
export async function launch(options: LaunchOptions): Promise<System> {
  const say = options.say ?? (() => {});
  const config = options.config ?? readInfraConfig();
  const dataDir = resolve(options.dataDir ?? config.DATA_DIR);
  await takeFolder(dataDir);
  const undo: (() => Promise<void>)[] = [() => rm(runFile(dataDir), { force: true })];
  const stop = async () => {
    for (const step of undo.reverse().splice(0)) await step();
  };
  const step = async <T>(what: string | ((result: T) => string), work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    say(typeof what === 'string' ? what : what(result), (performance.now() - begun) / 1000);
    return result;
  };

  try {
    demandMemory();
    const ports = await choosePorts(options.ports, config);
    const secrets = await keepSecrets(dataDir, config.ADMIN_SECRET_KEY);
    const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${ports.gateway}`).replace(/\/+$/, '');
    const backing = await step(
      (started: Backing) => `Postgres, Kafka and Redis (${started.how})`,
      async () =>
        options.backing
          ? options.backing
          : startBacking({ dataDir, ports, password: secrets.databasePassword, log: (line) => say(line), config }),
    );
    undo.push(backing.stop);
    await step('databases and topics', () => prepare(backing));
    await step(
      (built: string[]) => (built.length > 0 ? `frontends built: ${built.join(', ')}` : 'frontends are up to date'),
      () => buildFrontends(),
    );

    const situation: Situation = { ports, backing, secrets, dataDir, publicUrl, config };
    const urls = { portal: publicUrl, mailbox: `http://localhost:${ports.mailbox}`, docs: `${publicUrl}/docs` };
    const children: Supervised[] = [];
    const note = () => noteRunning(dataDir, { urls, ports, backing, children });
    for (const tier of [1, 2, 3] as const) {
      const plans = processes.filter((plan) => plan.tier === tier);
      await step(`${plans.map(({ name }) => name).join(', ')}: healthy`, async () => {
        const started = await Promise.all(
          plans.map((plan) => supervise(plan, situation, { say, moved: () => void note() })),
        );
        children.push(...started);
        undo.push(async () => {
          await Promise.all(started.map((child) => child.stop()));
        });
        await note();
        await Promise.all(started.map((child) => child.ready()));
      });
    }
    return { urls, secretKey: secrets.adminSecretKey, dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function takeFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const running = await readRunning(dataDir);
  if (running) {
    throw new Trouble(
      `The portal runs on ${dataDir} already (process ${running.pid}, ${running.urls.portal}). Stop it first, or set DATA_DIR.`,
    );
  }
  // Postgres may run as another user than the one who starts it.
  await chmod(dataDir, 0o711);
}

/** Kafka, Postgres and nine Node processes need about 1.2 GB. */
function demandMemory(): void {
  const megabytes = Math.round(freemem() / 1024 / 1024);
  if (megabytes < 1200)
    throw new Trouble(`Only ${megabytes} MB of memory are free; the portal needs 1,200. Close something.`);
}

/** Inner ports give way where they are taken; those that people type are asked for. */
async function choosePorts(kind: 'default' | 'free', config: InfraConfig): Promise<Ports> {
  const outer: Partial<Record<keyof Ports, [variable: string, port: number]>> = {
    gateway: ['PORT', config.PORT],
    mailbox: ['MAILBOX_PORT', config.MAILBOX_PORT],
  };
  const names = Object.keys(defaultPorts) as (keyof Ports)[];
  const free = await freePorts(names);
  if (kind === 'free') return free;
  const chosen = { ...defaultPorts };
  for (const name of names) {
    const [variable, wanted] = outer[name] ?? [null, defaultPorts[name]];
    const taken = await isTaken(wanted);
    if (taken && variable) {
      throw new Trouble(
        `Port ${wanted} is taken. Stop what listens there, or choose another: ${variable}=${wanted + 1} npm start`,
      );
    }
    chosen[name] = taken ? free[name] : wanted;
  }
  return chosen;
}

async function prepare(backing: Pick<Backing, 'databaseUrl' | 'kafkaBrokers'>): Promise<void> {
  const client = new pg.Client({ connectionString: backing.databaseUrl('postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    const there = new Set(rows.map(({ datname }) => datname));
    for (const name of Object.values(databases)) if (!there.has(name)) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  await ensureTopics(backing.kafkaBrokers, topicPlans, createLog('infra', 'error'));
}

async function noteRunning(
  dataDir: string,
  {
    urls,
    ports,
    backing,
    children,
  }: { urls: System['urls']; ports: Ports; backing: Backing; children: readonly Supervised[] },
): Promise<void> {
  const running: Running = {
    pid: process.pid,
    urls,
    ports,
    brokers: backing.kafkaBrokers,
    children: { ...backing.pids, ...Object.fromEntries(children.map((child) => [child.name, child.pid() ?? 0])) },
  };
  await writeFile(runFile(dataDir), JSON.stringify(running, null, 2), { mode: 0o600 });
}
