import { createHash } from 'node:crypto';
import { topics } from '@tma/contracts';
import { escapeHtml } from '@tma/kit/html';
import type { Health } from '../upstreams.ts';
import type { Figures } from './figures.ts';
import { style } from './style.ts';
import { ago, type Column, cell, duration, moment, table } from './table.ts';

/** A process of the portal, as it is now. */
export interface Part {
  name: string;
  health: Health;
  /** Null for a frontend, which has none, and for a service that did not answer in time. */
  figures: Figures | null;
}

const styleHash = createHash('sha256').update(style).digest('base64');

/** The page's Content-Security-Policy: nothing but the page itself and its icon; no script, no frame around it. */
export const pagePolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const document = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Operator page</title>` +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
  `<style>${style}</style></head><body><main>${body}</main></body></html>`;

/** The form that asks for the key. @param error what was wrong with the key that was given, or empty */
export const keyForm = (error: string) =>
  document(
    `<h1>Operator page</h1><p class="soft">How the portal is doing. It opens with the admin secret key, for an hour.</p>
${error && `<p class="bad" role="alert" id="fault">${escapeHtml(error)}</p>`}
<form class="key" method="post" action="/ops"><label for="key">Admin secret key</label>
<input id="key" name="key" type="password" autocomplete="current-password" required${error && ' aria-invalid="true" aria-describedby="fault"'}>
<div><button class="main">Open</button></div></form>`,
  );

/** The page itself: counts and times, nothing about any person. */
export function overview(parts: readonly Part[], now: Date): string {
  const down = parts.filter(({ health }) => health === 'down').map(({ name }) => name);
  const services = parts.filter(({ figures }) => figures?.outbox);
  const mails = parts.flatMap(({ figures }) => figures?.mails ?? []);
  return document(
    `<header><div><h1>Operator page</h1>
<p class="soft">At ${moment(now)}. In a cluster the figures are those of one instance of each part; what waits is everybody's.</p></div>
<nav aria-label="Page"><a href="/ops">Refresh</a><form method="post" action="/ops/close"><button>Close</button></form></nav></header>
<p role="status" class="${down.length > 0 ? 'bad' : 'good'}">${down.length > 0 ? `Down: ${down.join(', ')}.` : 'Every part is up.'}</p>
<h2 id="parts">Parts</h2>
${table('parts', partColumns(now), parts)}
<h2 id="events">Events</h2>
${table('events', eventColumns, services)}
<h2 id="mails">Mails of the last month</h2>
${table('mails', mailColumns(now), mails)}`,
  );
}

const milliseconds = (seconds: number) => `${Math.round(seconds * 1000)} ms`;
const some = (count: number) => count > 0;

const partColumns = (now: Date): Column<Part>[] => [
  ['Part', ({ name }) => ({ text: name })],
  ['Health', ({ health }) => ({ text: health, tone: health === 'ok' ? 'good' : 'bad' })],
  ['Version', ({ figures }) => cell(figures?.version)],
  ['Node.js', ({ figures }) => cell(figures?.node)],
  ['Up for', ({ figures }) => cell(figures?.startedAt, (at) => ago(at, now))],
  ['Memory', ({ figures }) => cell(figures?.memoryBytes, (bytes) => `${Math.round(bytes / 1e6)} MB`)],
  ['Answers', ({ figures }) => cell(figures?.calls.count)],
  ['Errors (5xx)', ({ figures }) => cell(figures?.calls.failed, String, some)],
  [
    '95 of 100 within',
    ({ figures }) => cell(figures?.calls.p95Seconds, (s) => (Number.isFinite(s) ? milliseconds(s) : 'over 30 s')),
  ],
  ['Event loop', ({ figures }) => cell(figures?.eventLoopSeconds, milliseconds)],
];

const lagOf = ({ figures }: Part, name: string) => figures?.lag.find(({ topic }) => topic === name)?.events;

const eventColumns: Column<Part>[] = [
  ['Service', ({ name }) => ({ text: name })],
  ['Outbox', ({ figures }) => cell(figures?.outbox?.backlog)],
  ['Oldest waits', ({ figures }) => cell(figures?.outbox?.oldestSeconds, duration, (seconds) => seconds > 60)],
  ['Reports to hear', (part) => cell(lagOf(part, topics.reports))],
  ['Identity to hear', (part) => cell(lagOf(part, topics.identity))],
  ['Dead letters', ({ figures }) => cell(figures?.deadLetters, String, some)],
  ['Wait for a connection', ({ figures }) => cell(figures?.poolWaiting, String, some)],
];

const mailColumns = (now: Date): Column<Figures['mails'][number]>[] => [
  ['State', ({ state }) => ({ text: state })],
  ['Mails', ({ state, count }) => cell(count, String, (mails) => state === 'failed' && mails > 0)],
  ['Last one', ({ newest }) => cell(newest, (at) => `${ago(at, now)} ago`)],
];
