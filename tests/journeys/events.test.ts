import { readFileSync } from 'node:fs';
import { join as path } from 'node:path';
import { Envelope, type EventType, events, topics } from '@tma/contracts';
import { createLog, type Received, tailTopics } from '@tma/kit';
import { expect, inject, it } from 'vitest';
import { childEnvironment } from '../../infra/config.ts';
import { run } from '../../infra/processes/run-program.ts';
import { formOf } from '../../infra/seed/calls.ts';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const { brokers } = JSON.parse(readFileSync(path(portal.dataDir, 'run.json'), 'utf8')) as { brokers: string[] };

/** A picture of one white point. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');

it('what happens is told in Kafka: CloudEvents that fit the contract, keyed by their subject, in order', async () => {
  const stopping = new AbortController();
  const heard: Received[] = [];
  const options = { fromBeginning: true, signal: stopping.signal, log: createLog('test', 'silent') };
  const tailing = tailTopics({ brokers }, Object.values(topics), (message) => heard.push(message), options);

  const person = newResident('Mardan');
  const token = await join(portal, person);
  const admin = await joinAdmin(portal, newResident('Mardan'));
  const image = new File([new Uint8Array(gif)], 'a.gif');
  const form = () => formOf({ issue: 'Side Walk Repair', location: 'Bazaar', description: 'Broken.', image });
  const report = await call<{ id: string; user_id: string }>(portal, '/newrequest', { token, form });
  for (const change of [
    { status: 'in progress' },
    { schedule: '2027-03-05' },
    { schedule: '2027-03-05' },
    { schedule: '' },
  ]) {
    await call(portal, `/reports/${report.id}`, { method: 'PUT', token: admin, json: change });
  }
  await call(portal, '/api/sendInvite', { token, json: { userEmail: person.email, neighborEmail: 'n@example.com' } });

  const typesOf = (id: string) =>
    heard.filter(({ key }) => key === id).map(({ value }) => (JSON.parse(value) as { type: string }).type);
  await expect
    .poll(() => typesOf(report.id), { timeout: 20_000 })
    .toEqual(['ReportCreated', 'StatusChanged', 'StatusChanged', 'StatusChanged']);
  await expect
    .poll(() => typesOf(report.user_id), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(['VerificationRequested', 'ProfileSaved', 'InviteRequested']));
  stopping.abort();
  await tailing;

  const created = heard.find(({ key }) => key === report.id);
  expect(created?.headers).toEqual({ 'content-type': 'application/cloudevents+json; charset=UTF-8' });
  for (const { topic, key, value } of heard) {
    const event = Envelope.parse(JSON.parse(value));
    const definition = events[event.type as EventType];
    expect([definition.topic, event.subject]).toEqual([topic, key]);
    definition.data.parse(event.data);
  }
});

it('npm run events ends where nobody reads on, and prints no fault', async () => {
  const piped = ['-c', '"$0" infra/commands/events.ts --all | head -n 1', process.execPath];
  const { output } = await run('/bin/sh', piped, { env: { ...childEnvironment(), DATA_DIR: portal.dataDir } });
  expect(output).toBe('Events as they come; --all shows those before too. Ctrl-C ends this.\n');
});
