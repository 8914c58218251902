import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import tls from 'node:tls';
import { inspect } from 'node:util';
import { deadLetterTopic, services, topics } from '@tma/contracts';
import { appendEvent, connectDb, connectKafka, ensureTopics, type KafkaServers, transaction } from '@tma/kit';
import { connectRedis } from '@tma/kit/redis';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { childEnvironment, readInfraConfig } from '../../infra/config.ts';
import { databaseVariable } from '../../infra/deploy/tools.config.ts';
import { run } from '../../infra/processes/run-program.ts';
import { createKafkaAccess } from '../../infra/run/databases-and-topics.ts';
import { launch } from '../../infra/run/launch.ts';
import { lastRunning } from '../../infra/run/run-file.ts';
import { readSecrets } from '../../infra/run/secrets.ts';
import { createTransport } from '../../services/notify/channels/mail/channel.ts';
import { call, tokenOf } from '../../testing/calls.ts';
import { submit } from '../../testing/deploy/sample-tehsil.ts';
import { linkIn } from '../../testing/mailbox.ts';
import { newResident } from '../../testing/people.ts';
import { type Smtp, startSmtp } from '../../testing/smtp.ts';
import { createAuthority, createCertificate } from '../../testing/tls/certificates.ts';
import { passwords, startTlsServers } from '../../testing/tls/servers.ts';

let folder: string;
let authority: string;
let servers: Awaited<ReturnType<typeof startTlsServers>>;
let starttls: Smtp;
let smtps: Smtp;
const undo: (() => Promise<unknown>)[] = [];
const usual = tls.getCACertificates('default');
const mailPassword = 'of-mail-4714';
const wrong = 'quite-another-4715';

/** What Node does at the start of a process with NODE_EXTRA_CA_CERTS. */
const trust = async (...files: string[]) =>
  tls.setDefaultCACertificates([...usual, ...(await Promise.all(files.map((file) => readFile(file, 'utf8'))))]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-tls-'));
  await chmod(folder, 0o711);
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const made = await createAuthority(folder, 'authority');
  authority = made.cert;
  const files = { ...(await createCertificate(folder, made)), authority };
  servers = await startTlsServers(folder, files);
  undo.push(servers.stop);
  const pair = { key: await readFile(files.key), cert: await readFile(files.cert) };
  const mail = { ...pair, username: 'portal', password: mailPassword };
  starttls = await startSmtp({ ...mail, fromTheStart: false });
  smtps = await startSmtp({ ...mail, fromTheStart: true });
  undo.push(starttls.stop, smtps.stop);
});
afterAll(async () => {
  tls.setDefaultCACertificates(usual);
  for (const step of undo.toReversed()) await step();
});
beforeEach(() => trust(authority));

/** A log that keeps all that it is given, with nothing taken out. */
function listen(): { log: Logger; text: () => string } {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
  });
  return { log: pino({ level: 'trace' }, stream), text: () => text };
}

/** How a service connects and uses a server once. Throws when it cannot, with all that it logged meanwhile. */
const uses = {
  async postgres(url: string, log: Logger) {
    const pool = connectDb(url, log, 1);
    await pool.query('create table if not exists written (id int)').finally(() => pool.end());
  },
  async kafka(given: KafkaServers, log: Logger) {
    const kafka = connectKafka(given, 'tls', log, () => {});
    await kafka.produce([{ topic: 'tls', key: 'a', value: 'b' }]).finally(() => kafka.close());
  },
  async redis(url: string, log: Logger) {
    const redis = connectRedis(url, log, 'auth');
    const failed = new Promise<never>((_, reject) => redis.client.on('error', reject));
    const ready = new Promise((resolve) => redis.client.once('ready', resolve));
    await Promise.race([ready, failed])
      .then(() => redis.client.ping())
      .finally(() => redis.close());
  },
  async smtp(url: string) {
    const transport = createTransport(url);
    const mail = { from: 'a@portal.test', to: 'b@portal.test', subject: 'Over TLS', text: 'a' };
    await transport.sendMail(mail).finally(() => transport.close());
  },
};

type Kind = keyof typeof uses;
const use = (kind: Kind, given: unknown, log: Logger) =>
  (uses[kind] as (given: unknown, log: Logger) => Promise<void>)(given, log);

const plain = (url: string) => url.replace(/^(redis|smtp)s:/, '$1:').replace(/\?sslmode=.*/, '');
const withPassword = (url: string) => Object.assign(new URL(url), { password: wrong }).href;

/** Each server with its right address, and the same with a wrong password, without TLS, and by a name that its certificate does not have. */
const cases: Record<
  string,
  { kind: Kind; right(): unknown; password(): unknown; unencrypted(): unknown; address(): unknown }
> = {
  Postgres: ofUrl('postgres', () => servers.databaseUrl('postgres')),
  Redis: ofUrl('redis', () => servers.redisUrl),
  'SMTP with STARTTLS': {
    ...ofUrl('smtp', () => starttls.url),
    unencrypted: () => `${starttls.url}?ignoreTLS=true&requireTLS=false`,
  },
  smtps: ofUrl('smtp', () => smtps.url),
  Kafka: {
    kind: 'kafka',
    right: () => kafkaWith({}),
    password: () => kafkaWith({ sasl: { ...servers.kafkaAccess.sasl, password: wrong } }),
    unencrypted: () => kafkaWith({ ssl: false }),
    address: () => kafkaWith({ brokers: servers.kafkaBrokers.map(byAddress) }),
  },
};

function ofUrl(kind: Kind, right: () => string) {
  return {
    kind,
    right,
    password: () => withPassword(right()),
    unencrypted: () => plain(right()),
    address: () => byAddress(right()),
  };
}
function kafkaWith(own: object) {
  return { brokers: servers.kafkaBrokers, ...servers.kafkaAccess, ...own };
}
function byAddress(text: string) {
  return text.replace('localhost', '127.0.0.1');
}

const secrets = () => new RegExp([...Object.values(passwords), mailPassword, wrong].join('|'));

/** @returns what the attempt said in its error and in the log */
async function refused(kind: Kind, given: unknown): Promise<string> {
  const { log, text } = listen();
  const error: unknown = await use(kind, given, log).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).not.toBe(null);
  const said = `${inspect(error, { depth: 9, showHidden: true })}\n${text()}`;
  // ioredis' own errors hold what was asked; kit lets nobody but the log see them.
  expect(kind === 'redis' ? text() : said).not.toMatch(secrets());
  return said;
}

describe.each(Object.entries(cases))('%s over TLS', (name, { kind, right, password, unencrypted, address }) => {
  it('is used with the right password and an authority that is trusted', async () => {
    if (kind === 'kafka') await ensureTopics(kafkaWith({}), [{ name: 'tls', partitions: 1 }], listen().log);
    const { log, text } = listen();
    await use(kind, right(), log);
    expect(text()).not.toMatch(secrets());
  });
  it('is not used when somebody else vouches for its certificate', async () => {
    const other = await createAuthority(folder, `other-${kind}`);
    await trust(other.cert);
    expect(await refused(kind, right())).toMatch(/certificate/i);
  });
  it('refuses a wrong password, which is logged nowhere', async () => {
    expect(await refused(kind, password())).toMatch(/authenticat|WRONGPASS|Invalid username/i);
  });
  it('refuses who speaks without TLS', async () => {
    await refused(kind, unencrypted());
  });
  // pg checks an address as if it were `localhost`.
  it.skipIf(name === 'Postgres')('is not used by an address that its certificate does not name', async () => {
    expect(await refused(kind, address())).toMatch(/altname|certificate/i);
  });
});

it('a password is not told to a mail server that offers no TLS, unless the URL says so', async () => {
  const open = await startSmtp();
  const url = open.url.replace('//', `//portal:${mailPassword}@`);
  expect(await refused('smtp', url)).toMatch(/STARTTLS/);
  expect(await refused('smtp', `${url}?requireTLS=false`)).not.toMatch(/STARTTLS/);
  await open.stop();
});

it('Kafka takes SCRAM-SHA-256 too', async () => {
  const sasl = { ...servers.kafkaAccess.sasl, mechanism: 'scram-sha-256' as const };
  await use('kafka', kafkaWith({ sasl }), listen().log);
});

/** An event that auth has sent, of an account that there never was. Its data stay, as those of every dead letter do. */
async function sentBy(auth: string) {
  const pool = connectDb(auth, listen().log, 1);
  const id = randomUUID();
  const { rows } = await transaction(pool, async (tx) => {
    await appendEvent(tx, 'AccountDeleted', id, { id });
    const text = 'update outbox set emptied = true where key = $1 returning key, payload as value';
    return tx.query<{ key: string; value: string }>(text, [id]);
  });
  await pool.end();
  return rows[0] ?? { key: '', value: '' };
}

describe('the whole portal, with NODE_EXTRA_CA_CERTS', () => {
  it('takes a report and mails it, and its tools work', async () => {
    const dataDir = join(folder, 'portal');
    const env = { NODE_EXTRA_CA_CERTS: authority };
    const config = { ...readInfraConfig({ BACKING: 'env' }), SMTP_URL: starttls.url };
    const { urls, secretKey, stop } = await launch({ ports: 'free', dataDir, backing: servers, config, env });
    undo.push(stop);
    const portal = { ...urls, secretKey, dataDir };
    const person = newResident('Katlang');
    const { email, password, firstName: first_name, lastName: last_name, phone: contact_number, ...rest } = person;
    const data = { first_name, last_name, contact_number, ...rest };
    await call(portal, '/auth/v1/signup', { json: { email, password, data } });
    const link = linkIn(await mailOf(email, /^Confirm your email$/), '/auth/v1/verify');
    await fetch(link, { redirect: 'manual' });
    const report = await submit(portal, await tokenOf(portal, person));
    await mailOf(email, new RegExp(`^We received your report ${report.reference}$`));

    // Each service has its own user there, which may not do what another does.
    const access = await createKafkaAccess(servers, (await readSecrets(dataDir)).databasePassword);
    expect(access.files?.sasl?.username).toBe('tma_files');
    const files = connectKafka({ brokers: servers.kafkaBrokers, ...access.files }, 'files', listen().log, () => {});
    undo.push(files.close);
    const forged = { topic: topics.identity, key: 'a', value: '{}' };
    await expect.poll(() => files.produce([forged]).catch(String)).toMatch(/not authorized to access topics/i);

    const tool = (file: string, own: Record<string, string>) =>
      run(process.execPath, [file], { env: { ...childEnvironment(), ...env, ...own } });
    const dlq = (...args: string[]) =>
      run(process.execPath, ['infra/commands/dlq.ts', ...args], {
        env: { ...childEnvironment(), ...env, DATA_DIR: dataDir },
      });
    expect(await dlq()).toMatchObject({ code: 0, output: expect.stringContaining('0 dead letters.') });
    // What a service makes up among its dead letters does not come into a topic that it may not write.
    const running = await lastRunning(dataDir);
    const dead = deadLetterTopic(topics.identity, 'files');
    await files.produce([
      { ...forged, topic: dead },
      { ...(await sentBy(running?.databases.auth ?? '')), topic: dead },
    ]);
    const replayed = await dlq('replay', 'all');
    expect([replayed.code, replayed.output]).toEqual([1, expect.stringContaining('1 sent back.\n')]);
    expect(replayed.output).toContain('Not sent back: no service has sent');
    expect(await dlq('drop', 'all')).toMatchObject({ code: 0, output: '1 dropped.\n' });
    const setup = await tool('infra/deploy/setup.ts', {
      CLUSTER_URL: servers.databaseUrl('postgres'),
      ...Object.fromEntries(services.map((name) => [databaseVariable(name), running?.databases[name] ?? ''])),
      KAFKA_BROKERS: servers.kafkaBrokers.join(','),
      KAFKA_SSL: 'true',
      KAFKA_USERNAME: servers.kafkaAccess.sasl.username,
      KAFKA_PASSWORD: servers.kafkaAccess.sasl.password,
    });
    expect([setup.code, setup.output]).toEqual([0, 'Databases and topics are there.\n']);
    await stop();

    for (const name of await readdir(join(dataDir, 'logs'))) {
      expect(await readFile(join(dataDir, 'logs', name), 'utf8')).not.toMatch(secrets());
    }
    expect(await readFile(join(dataDir, 'logs', 'auth.log'), 'utf8')).toContain('redis connected');
  });
});

const mailOf = (to: string, subject: RegExp) =>
  vi.waitFor(
    () => {
      const mail = starttls.received.find((one) => one.to === to && subject.test(one.subject));
      if (!mail) throw new Error(`no mail ${subject}; there are ${starttls.received.map((one) => one.subject)}`);
      return mail;
    },
    { timeout: 20_000, interval: 100 },
  );
