import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { services, urlVariable } from '@tma/contracts';
import { type SilentProxy, startSilentProxy } from '@tma/kit/testing';
import type { Backing } from '../../infra/backing/backing.ts';
import { startBacking } from '../../infra/backing/index.ts';
import { readInfraConfig } from '../../infra/config.ts';
import { freePorts } from '../../infra/processes/ports.ts';
import type { Running } from '../../infra/run/run-file.ts';
import { readSecrets } from '../../infra/run/secrets.ts';
import { originalKey } from '../../services/files/storage/keys.ts';
import { s3Storage } from '../../services/files/storage/s3.ts';
import { startS3 } from '../../services/files/testing/s3.ts';

/** What a process of the portal calls. */
export type Called = 'postgres' | 'kafka' | 'redis' | 'smtp' | 's3' | (typeof services)[number];

/** Proxies between the portal's processes and all that they call; in each of them packets can vanish. */
export interface Proxies {
  proxy(to: Called): SilentProxy;
  backing: Backing;
  smtpUrl: string;
  /** For every process: loads what puts the proxies' URLs in place of its own. */
  nodeOption: string;
  /** For every process: where files are kept. */
  env: Record<string, string>;
  readOriginal(id: string): Promise<Buffer>;
  stop(): Promise<void>;
}

const proxiesConfig = new URL('./proxies.config.ts', import.meta.url).href;

/**
 * Starts backing services, S3 among them, each behind a silent proxy of its own, and a proxy for each service. Returns null
 * where no S3 server can be installed.
 * @param running the system, once it runs
 */
export async function startProxies(dataDir: string, smtpUrl: string, running: () => Running): Promise<Proxies | null> {
  const s3 = await startS3();
  if (!s3) return null;
  const ports = await freePorts(['postgres', 'kafka', 'kafkaController', 'redis', 'kafkaProxy']);
  const { databasePassword: password } = await readSecrets(dataDir);
  const config = readInfraConfig({ BACKING: 'native' });
  const kafka = { properties: { 'advertised.listeners': `PLAINTEXT://127.0.0.1:${ports.kafkaProxy}` }, format: [] };
  const backing = await startBacking({ dataDir, ports, kafka, password, print: () => {}, config });
  const bucket = await s3.bucket();
  const scratch = await mkdtemp(join(tmpdir(), 'tma-proxies-'));
  const storage = s3Storage({ ...s3.settings, bucket: bucket.name }, scratch);

  const local = (port: () => number) => () => ({ host: '127.0.0.1', port: port() });
  const portOf = (url: string) => Number(new URL(url).port);
  const proxies = new Map<Called, SilentProxy>([
    ['postgres', await startSilentProxy(local(() => ports.postgres))],
    [
      'kafka',
      await startSilentProxy(
        local(() => ports.kafka),
        ports.kafkaProxy,
      ),
    ],
    ['redis', await startSilentProxy(local(() => ports.redis))],
    ['smtp', await startSilentProxy(local(() => portOf(smtpUrl)))],
    ['s3', await startSilentProxy(local(() => portOf(s3.settings.endpoint)))],
  ]);
  for (const name of services) proxies.set(name, await startSilentProxy(local(() => running().ports[name])));
  const proxy = (to: Called) => {
    const found = proxies.get(to);
    if (!found) throw new Error(`There is no proxy to ${to}`);
    return found;
  };
  const through = (url: string, to: Called) => {
    const proxied = new URL(url);
    proxied.hostname = '127.0.0.1';
    proxied.port = String(proxy(to).port);
    return proxied.href;
  };
  const urls = {
    ...Object.fromEntries(services.map((name) => [urlVariable(name), `http://127.0.0.1:${proxy(name).port}`])),
    JWKS_URL: `http://127.0.0.1:${proxy('auth').port}/auth/v1/.well-known/jwks.json`,
  };

  return {
    proxy,
    backing: {
      how: backing.how,
      get pids() {
        return backing.pids;
      },
      databaseUrl: (name) => through(backing.databaseUrl(name), 'postgres'),
      kafkaBrokers: [`127.0.0.1:${ports.kafkaProxy}`],
      redisUrl: through(backing.redisUrl, 'redis'),
      stop: backing.stop,
    },
    smtpUrl: through(smtpUrl, 'smtp'),
    nodeOption: `--import=${proxiesConfig}?${new URLSearchParams(urls)}`,
    env: {
      S3_ENDPOINT: through(s3.settings.endpoint, 's3').replace(/\/$/, ''),
      S3_BUCKET: bucket.name,
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    },
    readOriginal: async (id) => buffer(await storage.get(originalKey(id))),
    async stop() {
      for (const one of proxies.values()) one.stop();
      await backing.stop();
      await s3.stop();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
