import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInfraConfig } from '../../infra/config.ts';
import { launch } from '../../infra/run/launch.ts';
import { type Running, runFile } from '../../infra/run/run-file.ts';
import { testConfig } from '../config.ts';
import { startContainers } from '../containers.ts';
import { noLimits } from '../no-limits.ts';
import { type Smtp, startSmtp } from '../smtp.ts';
import { type Disk, mountDisk } from './disk.ts';
import { type Proxies, startProxies } from './proxies.ts';
import { eventually } from './wait.ts';

/** A running system with means to inject faults: its processes, its disks, its SMTP server and its clocks. */
export interface FaultSystem {
  portal: string;
  secretKey: string;
  dataDir: string;
  smtp: Smtp;
  /** The disks of all data and of pictures and documents; null where none can be mounted. */
  disks: { all: Disk | null; files: Disk | null };
  /** Where packets can vanish; null without such proxies, and where no S3 server can be installed. */
  proxies: Proxies | null;
  /** The content of an uploaded file as it is kept. Throws where it is missing. */
  readOriginal(id: string): Promise<Buffer>;
  /** The processes that run now; a restarted one has another id. */
  running(): Running;
  signal(name: string, signal: NodeJS.Signals): void;
  /** Sends a signal that ends a process, and waits until it is restarted. */
  end(name: string, signal: NodeJS.Signals): Promise<void>;
  /** Arms a failpoint, at which the next process kills itself; waits until that has happened. */
  failAt(failpoint: string): Promise<void>;
  /** Shifts the clock of every process of the portal; timers are not affected. */
  moveClock(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

const shiftedClock = new URL('./shifted-clock.ts', import.meta.url).href;

interface Options {
  /** How many instances of which process run. */
  scale?: ReadonlyMap<string, number>;
  /** Whether everything that a process calls is behind a proxy in which packets can vanish, and files are on S3. */
  proxies?: boolean;
}

/** Starts a system on free ports, with an SMTP server. */
export async function startFaultSystem({
  scale = new Map(),
  proxies: wantsProxies = false,
}: Options = {}): Promise<FaultSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-faults-'));
  const all = mountDisk(dataDir, 1536);
  const files = mountDisk(join(dataDir, 'files'), 1024);
  const failpoints = join(dataDir, 'failpoints');
  await mkdir(failpoints, { recursive: true });
  const clock = join(dataDir, 'clock');
  const smtp = await startSmtp();
  const lines: string[] = [];
  const containers = testConfig.backing === 'containers' ? await startContainers() : undefined;
  const processes = processesOf(dataDir);
  const proxies = wantsProxies ? await startProxies(dataDir, smtp.url, processes.running) : null;
  const given = readInfraConfig();
  const hooks = [`--import=${shiftedClock}?by=${clock}`, proxies?.nodeOption ?? ''];
  /** Ends what runs beside the portal, and leaves no disk behind. */
  async function cleanUp() {
    await proxies?.stop();
    await containers?.stop();
    await smtp.stop();
    if (testConfig.faultLogs) {
      await cp(join(dataDir, 'logs'), testConfig.faultLogs, { recursive: true });
      await writeFile(join(testConfig.faultLogs, 'supervisor.log'), lines.join('\n'));
    }
    files?.unmount();
    all?.unmount();
    await rm(dataDir, { recursive: true, force: true });
  }
  const system = await launch({
    ports: 'free',
    dataDir,
    backing: proxies?.backing ?? containers,
    config: { ...given, SMTP_URL: proxies?.smtpUrl ?? smtp.url, SCALE: scale.size > 0 ? new Map(scale) : given.SCALE },
    env: { ...noLimits, ...proxies?.env, FAILPOINTS_DIR: failpoints, NODE_OPTIONS: hooks.join(' ').trim() },
    print: (line) => lines.push(`${new Date().toISOString()} ${line}`),
  }).catch(async (error) => {
    await cleanUp();
    throw error;
  });

  return {
    portal: system.urls.portal,
    secretKey: system.secretKey,
    dataDir,
    smtp,
    disks: { all, files },
    proxies,
    readOriginal: proxies?.readOriginal ?? ((id) => readFile(join(dataDir, 'files', 'originals', id.slice(-2), id))),
    ...processes,
    async failAt(failpoint) {
      await writeFile(join(failpoints, failpoint), '');
      const passed = () => !readdirSync(failpoints).includes(failpoint);
      await eventually(`a process passes ${failpoint}`, passed, 60_000);
    },
    moveClock: (milliseconds) => writeFile(clock, String(milliseconds)),
    async stop() {
      await system.stop();
      await cleanUp();
    },
  };
}

/** The processes of a system, by their names in its run file. */
function processesOf(dataDir: string): Pick<FaultSystem, 'running' | 'signal' | 'end'> {
  const running = () => JSON.parse(readFileSync(runFile(dataDir), 'utf8')) as Running;
  const pidOf = (name: string) => {
    const pid = running().children[name];
    if (!pid) throw new Error(`${name} does not run`);
    return pid;
  };
  return {
    running,
    signal: (name, signal) => process.kill(pidOf(name), signal),
    async end(name, signal) {
      // A process that is being restarted has no id.
      const alive = () => process.kill(pidOf(name), 0);
      await eventually(`${name} runs`, alive, 60_000);
      const pid = pidOf(name);
      process.kill(pid, signal);
      await eventually(`${name} is started again`, () => pidOf(name) !== pid, 60_000);
    },
  };
}
