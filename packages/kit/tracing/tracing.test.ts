import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createApp } from '../http/app.ts';
import { inSpan, traceHeaders, traceOfLog, traceparentIn, withTraceparent } from './index.ts';
import { summarize } from './spans.ts';
import { readTraceparent } from './traceparent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const given = `00-${traceId}-00f067aa0ba902b7-01`;

describe('a traceparent', () => {
  it('is read as W3C writes it', () => {
    expect(readTraceparent(given)).toMatchObject({ traceId, spanId: '00f067aa0ba902b7', traceFlags: 1 });
  });
  it.each([
    undefined,
    null,
    7,
    '',
    'garbage',
    [given, given],
    `${given}, ${given}`,
    `${given}\n`,
    given.toUpperCase(),
    given.replace(/^00/, '01'),
    given.replace(traceId, '0'.repeat(32)),
    given.replace('00f067aa0ba902b7', '0'.repeat(16)),
    'x'.repeat(100_000),
  ])('that is none counts as nothing: %.40s', (value) => {
    expect(readTraceparent(value)).toBeNull();
    expect(withTraceparent(value, traceHeaders)).toEqual({});
  });
  it('is found in an event, and not in what is none', () => {
    expect(traceparentIn(JSON.stringify({ traceparent: given }))).toBe(given);
    const written = JSON.stringify({ data: { location: `"traceparent":"${given}"` } });
    expect(['', 'null', '{"a":', '[]', written].map(traceparentIn)).toEqual(Array(5).fill(undefined));
  });
});

it.each([
  ['insert into uploads (id, kind) values ($1, $2)', 'insert uploads'],
  ["with added as (insert into outbox (event_id) values ($1)) select pg_notify('outbox', '')", 'insert outbox'],
  ['select extract(epoch from now() - created_at) from deliveries due for update skip locked', 'select deliveries'],
  ['\n  update deliveries set state = $1', 'update deliveries'],
  ['DELETE FROM inbox where event_id = $1', 'delete inbox'],
  ['select count(*) from (select 1 from reports limit 5) some', 'select reports'],
  ['begin', 'begin'],
  ['select 1', 'select'],
])('%s is summarized as %s', (text, summary) => {
  expect(summarize(text)).toBe(summary);
});

describe('without a collector', () => {
  function portal() {
    const lines: Record<string, unknown>[] = [];
    const log = pino({ mixin: traceOfLog }, { write: (line) => lines.push(JSON.parse(line)) });
    const app = createApp(log);
    const config = { operation: 'echo', errors: 'problem' as const };
    app.post('/echo', { config }, async (request) => {
      request.log.info('in the handler');
      return inSpan({ name: 'nobody sees it' }, async () => traceHeaders());
    });
    const send = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/echo', headers, payload: { a: 'body' } });
    return { send, lines };
  }

  it("the caller's trace is in the log, and is passed on to services that are called", async () => {
    const { send, lines } = portal();
    expect((await send({ traceparent: given })).json()).toEqual({ traceparent: given });
    expect(lines.map(({ msg, traceId: id }) => [msg, id])).toEqual([
      ['in the handler', traceId],
      ['answered', traceId],
    ]);
  });

  it('a caller without one, or with nonsense, gets one of their own', async () => {
    const { send, lines } = portal();
    const answers = await Promise.all([send({}), send({ traceparent: 'nonsense' })]);
    const [one, other] = answers.map((answer) => answer.json().traceparent);
    expect(one).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
    expect(other).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
    expect(one).not.toBe(other);
    expect(new Set(lines.map(({ traceId: id }) => id)).size).toBe(2);
  });
});
