/** Who writes to Kafka, but has no secret of auth or reports, has no link mailed anywhere. */
import {
  administratorLinkKind,
  deadLetterTopic,
  type EventType,
  events,
  sourceOf,
  staffLinkKind,
  topics,
} from '@tma/contracts';
import { Counter, connectKafka } from '@tma/kit';
import { consumeEvents, createTopics } from '@tma/kit/testing';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { change, inAnHour, invitation, link, newAddress, sealFor } from '../testing/events.ts';
import { startNotify } from '../testing/index.ts';

const { kafkaBrokers } = inject('backing');
const log = pino({ level: 'silent' });
const group = `notify-forged-${uuid()}`;
const soon = { timeout: 20_000 };
const kafka = connectKafka({ brokers: kafkaBrokers }, group, log, () => {});
const refused = new Counter({ name: 'refused', help: 'of this test', labelNames: ['reason'], registers: [] });
/** The reason of each dead letter, by its event's id. */
const buried: { id: string; reason: string | undefined }[] = [];

let notify: Awaited<ReturnType<typeof startNotify>>;
beforeAll(async () => {
  notify = await startNotify();
  const names = Object.values(topics).flatMap((topic) => [topic, deadLetterTopic(topic, group)]);
  await createTopics(kafkaBrokers, names);
  const { handlers, checks, pool } = notify;
  await consumeEvents({ kafka, group, handlers, checks, refused, pool, log }, Object.values(topics));
  const letters = Object.values(topics).map((topic) => deadLetterTopic(topic, group));
  await kafka.consume(`${group}-buried`, letters, async ({ key, headers }) => {
    buried.push({ id: key, reason: headers?.reason });
  });
}, 60_000);
afterAll(async () => {
  await kafka.close();
  await notify?.stop();
});

/** Sends what a service would, or somebody else. @returns the event's id */
async function send(type: EventType, data: object, { id = uuid(), topic = events[type].topic as string } = {}) {
  const source = sourceOf(events[type].writers[0]);
  const [specversion, datacontenttype, time] = ['1.0', 'application/json', new Date().toISOString()];
  const event = { specversion, id, source, type, subject: id, time, datacontenttype, data };
  await kafka.produce([{ topic, key: id, value: JSON.stringify(event) }]);
  return id;
}
const lettersOf = (id: string) => buried.filter((letter) => letter.id === id).map(({ reason }) => reason);
const countOf = async (reason: string) =>
  (await refused.get()).values.find(({ labels }) => labels.reason === reason)?.value ?? 0;

/** What each event with a link says to an address, and the same with another address in its place. */
const closing = (email: string) => ({
  ...change(email, 1),
  closure: {
    ...sealFor({ kind: 'closure', address: email }, notify.closureSecret),
    attempt: 1,
    proof: null,
    answerBy: '2026-03-04T20:30:00.000Z',
  },
});
const ofStaff = (email: string, kind: typeof administratorLinkKind | typeof staffLinkKind) => ({
  ...{ id: uuid(), email, language: 'en', expiresAt: inAnHour() },
  sealedLink: sealFor({ kind, address: email }),
});
const recovery = (email: string) => ({ ...ofStaff(email, administratorLinkKind), name: 'Amna Bibi' });
const office = { role: 'clerk', tehsil: 'Mardan', inviter: 'Sana Khan' };
const kinds = [
  ['VerificationRequested', (email: string) => link(email, 'signup'), (email: string) => ({ email })],
  ['RecoveryRequested', (email: string) => link(email, 'recovery'), (email: string) => ({ email })],
  ['EmailChangeRequested', (email: string) => link(email, 'email_change'), (email: string) => ({ email })],
  ['StatusChanged', closing, (email: string) => ({ reporter: { id: uuid(), name: 'Sana', email } })],
  ['InviteRequested', invitation, (neighborEmail: string) => ({ neighborEmail })],
  ['AdministratorRecoveryRequested', recovery, (email: string) => ({ email })],
  [
    'StaffInvited',
    (email: string) => ({ ...ofStaff(email, staffLinkKind), ...office }),
    (email: string) => ({ email }),
  ],
] as const;

it.each(kinds)('a real %s, copied with another address, mails nothing there', async (type, real, addressed) => {
  const [victim, attacker] = [newAddress(), newAddress()];
  const before = await countOf('address');
  const data = real(victim);
  const id = await send(type, data);
  await expect.poll(() => notify.subjects(victim), soon).toHaveLength(1);
  // Under the id of the event that was handled, and under another.
  await send(type, { ...data, ...addressed(attacker) }, { id });
  const copy = await send(type, { ...data, ...addressed(attacker) });
  const reason = expect.stringContaining('not made for the address');
  await expect.poll(() => [lettersOf(id), lettersOf(copy)], soon).toEqual([[reason], [reason]]);
  // It is counted once the letter is at Kafka.
  await expect.poll(() => countOf('address'), soon).toBe(before + 2);
  const { rows } = await notify.pool.query('select from deliveries where recipient = $1', [attacker]);
  expect(rows).toEqual([]);
});

it('a copy with another name and another place to go to leads nowhere else', async () => {
  const email = newAddress();
  const { sealedLink, ...person } = link(email, 'signup');
  const elsewhere = { ...sealedLink, redirect: 'https://elsewhere.example/' };
  await send('VerificationRequested', { ...person, name: 'www.evil.example', sealedLink: elsewhere });
  await expect.poll(() => notify.subjects(email), soon).toHaveLength(1);
  const text = notify.smtp.received.find(({ to }) => to === email)?.text.replaceAll('=\r\n', '') ?? '';
  // Auth looks at the redirect once the link is followed (tests/guards/redirects.test.ts).
  const origins = [...text.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([address]) => new URL(address).origin);
  expect(new Set(origins)).toEqual(new Set(['http://portal.test']));
  expect(text).not.toContain('www.evil');
});

it('a link is mailed for what it was made for: that of a sign-up is no recovery', async () => {
  const email = newAddress();
  const id = await send('RecoveryRequested', link(email, 'signup'));
  await expect.poll(() => lettersOf(id), soon).toHaveLength(1);
  expect(notify.subjects(email)).toEqual([]);
});

it('events of before are mailed no more: with a link in clear, or unsigned', async () => {
  const email = newAddress();
  const { sealedLink, ...person } = link(email);
  const { signature: _none, ...unsigned } = sealedLink;
  const inClear = await send('RecoveryRequested', { ...person, link: 'http://evil.example/reset' });
  const ofBefore = await send('RecoveryRequested', { ...person, sealedLink: unsigned });
  const invited = await send('InviteRequested', { ...invitation(email), sealedLink: undefined });
  await expect.poll(() => [inClear, ofBefore, invited].map((id) => lettersOf(id).length), soon).toEqual([1, 1, 1]);
  const { rows } = await notify.pool.query('select from deliveries where recipient = $1', [email]);
  expect(rows).toEqual([]);
});

it("an event over a topic that is not its owner's is refused, whatever it says", async () => {
  const email = newAddress();
  const before = await countOf('topic');
  const id = await send('RecoveryRequested', link(email), { topic: topics.reports });
  await expect.poll(() => lettersOf(id), soon).toEqual([expect.stringContaining("not its owner's")]);
  await expect.poll(() => countOf('topic'), soon).toBe(before + 1);
  expect(notify.subjects(email)).toEqual([]);
});
