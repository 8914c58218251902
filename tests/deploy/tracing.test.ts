import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, join } from '../../testing/calls.ts';
import { type Collector, pathsOf, startCollector } from '../../testing/deploy/collector.ts';
import { submit } from '../../testing/deploy/sample-tehsil.ts';
import { mailWith } from '../../testing/mailbox.ts';
import { newResident, type Portal } from '../../testing/people.ts';
import { startPortal } from '../../testing/portal.ts';
import { newMobile } from '../../testing/telephones.ts';

let collector: Collector;
let folder: string;
let stop: () => Promise<void>;
let portal: Portal;
beforeAll(async () => {
  // The logs are read after it has stopped.
  folder = await mkdtemp(path(tmpdir(), 'tma-tracing-'));
  collector = await startCollector();
  ({ portal, stop } = await startPortal({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SMS_QUIET: 'off' },
    dataDir: folder,
  }));
});
afterAll(async () => {
  await stop?.();
  await collector?.stop();
  await rm(folder, { recursive: true, force: true });
});

const person = newResident('Mardan');
const neighborEmail = 'a.neighbour@example.com';
let token: string;
/** A trace that a browser starts. */
function newTrace() {
  const [id, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const spans = () => collector.spans.filter(({ traceId }) => traceId === id);
  return { id, spanId, headers: { traceparent: `00-${id}-${spanId}-01` }, spans };
}
const browser = newTrace();
const soon = { timeout: 20_000 };

const upTo = (...steps: string[]) => steps.join(' > ');
const reports = upTo('gateway: createReport', 'gateway: forward createReport', 'reports: createReport');
const upload = upTo(reports, 'reports: store a file', 'files: upload');
const written = upTo(reports, 'reports: transaction');
const event = upTo(written, 'reports: append ReportCreated');
const handled = (service: string) => upTo(event, `${service}: process ReportCreated`, `${service}: transaction`);

/** The spans of a report with a picture and a document, from the browser's request to the mail. */
const expected = [
  upload,
  upTo(upload, 'files: transaction', 'files: insert uploads'),
  upTo(written, 'reports: insert reports'),
  upTo(written, 'reports: commit'),
  upTo(event, 'reports: insert outbox'),
  upTo(event, 'reports: produce tma.reports.v1'),
  upTo(handled('files'), 'files: insert inbox'),
  upTo(handled('files'), 'files: update uploads'),
  upTo(handled('notify'), 'notify: insert inbox'),
  upTo(handled('notify'), 'notify: insert deliveries'),
  upTo(handled('notify'), 'notify: commit'),
  upTo(handled('notify'), 'notify: send a mail'),
];

const logLines = async (name: string) => (await readFile(path(folder, 'logs', `${name}.log`), 'utf8')).split('\n');

describe('with a collector', () => {
  it('a report is one trace: gateway, services, Postgres, outbox, Kafka, SMTP, each span below its cause', async () => {
    token = await join(portal, person);
    const row = await submit(portal, token, browser.headers);
    await mailWith(portal.mailbox, person.email, new RegExp(`^We received your report ${row.reference}$`));
    const missing = () => expected.filter((way) => !pathsOf(browser.spans()).includes(way));
    await expect.poll(missing, soon).toEqual([]);

    const trace = browser.spans();
    const known = new Set([browser.spanId, ...trace.map(({ spanId }) => spanId)]);
    expect(trace.filter(({ parentSpanId }) => !known.has(parentSpanId ?? ''))).toEqual([]);
    expect(trace.filter(({ parentSpanId }) => parentSpanId === browser.spanId)).toHaveLength(1);
    // The picture and the papers.
    expect(pathsOf(trace).filter((way) => way === upload)).toHaveLength(2);
  });

  it('its id is in the log of every part that answered a request', async () => {
    for (const name of ['reports', 'files']) {
      const line = async () => (await logLines(name)).find((text) => text.includes(`"traceId":"${browser.id}"`));
      await expect.poll(line, soon).toMatch(/"reqId":.*"operation":"\w+","status":201,"ms":\d+/);
    }
  });

  it('a call with a JSON body is one trace, too', async () => {
    const { headers, spans } = newTrace();
    await call(portal, '/api/sendInvite', { token, headers, json: { userEmail: person.email, neighborEmail } });
    const way = upTo('gateway: sendInvite', 'gateway: forward sendInvite', 'auth: sendInvite', 'auth: transaction');
    const mailed = upTo(way, 'auth: append InviteRequested', 'notify: process InviteRequested');
    await expect
      .poll(() => pathsOf(spans()), soon)
      .toContain(upTo(mailed, 'notify: transaction', 'notify: send a mail'));
  });

  it('no span contains what a user wrote, personal data, or a token', async () => {
    await call(portal, '/auth/v1/recover', { json: { email: person.email } });
    await mailWith(portal.mailbox, person.email, /^Reset your password$/);
    const mails = () => collector.spans.filter(({ name }) => name === 'send a mail');
    await expect.poll(mails, soon).toHaveLength(4);
    const number = newMobile();
    await call(portal, '/api/phone', { method: 'PUT', token, json: { number } });
    await expect.poll(() => collector.spans.filter(({ name }) => name === 'send a sms'), soon).toHaveLength(1);

    const keys = new Set(collector.spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    expect([...keys].sort()).toEqual([
      'db.query.summary',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'messaging.consumer.group.name',
      'messaging.destination.name',
      'messaging.message.id',
      'messaging.operation.type',
      'messaging.system',
      'network.protocol.name',
      'tma.messages',
    ]);
    const sent = JSON.stringify(collector.spans);
    for (const hidden of [
      person.email,
      neighborEmail,
      person.firstName,
      person.phone,
      number.slice(-7),
      person.password,
      person.location,
      portal.secretKey,
      'It is dark',
      'Bazaar',
      'eyJ',
      'token=',
      '@',
    ]) {
      expect(sent).not.toContain(hidden);
    }
  });
});

describe('when the collector hangs', () => {
  it('no call waits for it, each process logs that once, and the portal stops in time', async () => {
    collector.hang();
    const warned = async (name: string) =>
      (await logLines(name)).filter((line) => line.includes('traces are dropped')).length;
    const row = await submit(portal, token);
    await mailWith(portal.mailbox, person.email, new RegExp(`^We received your report ${row.reference}$`));
    await expect.poll(() => warned('reports'), soon).toBe(1);
    const before = performance.now();
    for (let times = 0; times < 20; times += 1) await call(portal, '/api/gettehsils');
    expect(performance.now() - before).toBeLessThan(20_000);

    const stopping = performance.now();
    await stop();
    expect(performance.now() - stopping).toBeLessThan(15_000);
    for (const log of await readdir(path(folder, 'logs'))) {
      expect(await warned(log.replace('.log', ''))).toBeLessThanOrEqual(1);
    }
  });
});
