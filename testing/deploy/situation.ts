/** Where a portal could run, for tests of what each process is given. */
import { readInfraConfig } from '../../infra/config.ts';
import { defaultPorts, type Situation } from '../../infra/process-plan.ts';
import { byService } from '../../infra/system.ts';

export const situation: Situation = {
  ports: defaultPorts,
  backing: {
    databaseUrl: (name) => `postgres://owner@127.0.0.1:${defaultPorts.postgres}/${name}`,
    kafkaBrokers: [`127.0.0.1:${defaultPorts.kafka}`],
    redisUrl: `redis://127.0.0.1:${defaultPorts.redis}`,
  },
  databaseUrls: byService((name) => `postgres://${name}@127.0.0.1:${defaultPorts.postgres}/${name}`),
  kafkaAccess: byService(() => undefined),
  secrets: {
    adminSecretKey: 'the key',
    signingKeySecret: 'a',
    linkSecret: 'd',
    closureLinkSecret: 'f',
    logKey: 'g',
    logFilesSecret: 'h',
    open311Secret: 'f',
    unsubscribeSecret: 'b',
    smsKey: 'a key of the gateway',
    databasePassword: 'c',
  },
  dataDir: '/data',
  publicUrl: 'https://portal.example.org',
  config: readInfraConfig({}),
  env: {},
};
