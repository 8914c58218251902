import { createHash } from 'node:crypto';
import type { Figures } from './figures.ts';
import { style } from './style.ts';
import { type Cell, escapeHtml, span, stamp, table, text, told } from './table.ts';

/** A part of the portal, as it is now. */
export interface Part {
  name: string;
  health: 'ok' | 'down';
  /** Null of a part that tells none, or did not in time. */
  figures: Figures | null;
}

const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing but the page itself and its icon: no script, nothing from elsewhere, in nobody's frame. */
export const pagePolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const document = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
  `<style>${style}</style></head><body><main>${body}</main></body></html>`;

/** The form that asks for the key. @param fault what was wrong with the one given, or empty */
export const keyForm = (fault: string) =>
  document(
    'Operator page',
    `<h1>Operator page</h1><p class="soft">How the portal is doing. It opens with the admin secret key, for an hour.</p>
${fault && `<p class="bad" role="alert" id="fault">${escapeHtml(fault)}</p>`}
<form class="key" method="post" action="/ops"><label for="key">Admin secret key</label>
<input id="key" name="key" type="password" autocomplete="current-password" required${fault && ' aria-invalid="true" aria-describedby="fault"'}>
<div><button class="main">Open</button></div></form>`,
  );

/** The page itself: counts and times, nothing of any person. */
export function overview(parts: readonly Part[], now: Date): string {
  const down = parts.filter(({ health }) => health === 'down').map(({ name }) => name);
  const services = parts.filter(({ figures }) => figures?.outbox);
  const mails = parts.flatMap(({ figures }) => figures?.mails ?? []);
  return document(
    'Operator page',
    `<header><div><h1>Operator page</h1>
<p class="soft">At ${stamp(now)}. In a cluster the figures are those of one instance of each part; what waits is everybody's.</p></div>
<nav aria-label="Page"><a href="/ops">Refresh</a><form method="post" action="/ops/close"><button>Close</button></form></nav></header>
<p role="status" class="${down.length > 0 ? 'bad' : 'good'}">${down.length > 0 ? `Down: ${down.join(', ')}.` : 'Every part is up.'}</p>
<h2 id="parts">Parts</h2>
${table(
  'parts',
  [
    'Part',
    'Health',
    'Version',
    'Node.js',
    'Up for',
    'Memory',
    'Answers',
    'Errors (5xx)',
    '95 of 100 within',
    'Event loop',
  ],
  parts.map((part) => partRow(part, now)),
)}
<h2 id="events">Events</h2>
${table(
  'events',
  ['Service', 'Outbox', 'Oldest waits', 'Reports to hear', 'Identity to hear', 'Dead letters', 'Wait for a connection'],
  services.map(eventRow),
)}
<h2 id="mails">Mails of the last month</h2>
${table(
  'mails',
  ['State', 'Mails', 'Last one'],
  mails.map(({ state, count, newest }) => [
    text(state),
    { text: String(count), bad: state === 'failed' && count > 0 },
    text(newest ? `${span((now.getTime() - newest.getTime()) / 1000)} ago` : '–'),
  ]),
)}`,
  );
}

function partRow({ name, health, figures }: Part, now: Date): Cell[] {
  const calls = figures?.calls;
  return [
    text(name),
    { text: health, good: health === 'ok', bad: health !== 'ok' },
    told(figures?.version, String),
    told(figures?.node, String),
    told(figures?.startedAt, (at) => span((now.getTime() - at.getTime()) / 1000)),
    told(figures?.memoryBytes, (bytes) => `${Math.round(bytes / 1e6)} MB`),
    told(calls, ({ count }) => String(count)),
    { ...told(calls, ({ failed }) => String(failed)), bad: (calls?.failed ?? 0) > 0 },
    told(calls?.p95Seconds, (seconds) => (Number.isFinite(seconds) ? `${Math.round(seconds * 1000)} ms` : 'over 30 s')),
    told(figures?.eventLoopSeconds, (seconds) => `${Math.round(seconds * 1000)} ms`),
  ];
}

function eventRow({ name, figures }: Part): Cell[] {
  const lagOf = (word: string) => figures?.lag.find(({ topic }) => topic.includes(word))?.events;
  return [
    text(name),
    told(figures?.outbox, ({ backlog }) => String(backlog)),
    { ...told(figures?.outbox, (o) => span(o.oldestSeconds)), bad: (figures?.outbox?.oldestSeconds ?? 0) > 60 },
    told(lagOf('.reports.'), String),
    told(lagOf('.identity.'), String),
    { ...told(figures?.deadLetters, String), bad: (figures?.deadLetters ?? 0) > 0 },
    { ...told(figures?.poolWaiting, String), bad: (figures?.poolWaiting ?? 0) > 0 },
  ];
}
