import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { pdf, picture } from '../../services/files/testing/samples.ts';
import { joinStaff, newTehsil } from '../../testing/admins.ts';
import { askFrom } from '../../testing/ask-from.ts';
import { call, idIn, join, joinAdmin } from '../../testing/calls.ts';
import { addProof } from '../../testing/closures.ts';
import { guarded, itStillAnswers } from '../../testing/guards/operations.ts';
import { newResident } from '../../testing/people.ts';
import { changeReport, submitReport } from '../../testing/reports.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal);

let mine: string;
let theirs: string;
let stranger: string;
/** A head of the office whose people, invitations, keys and sessions are tried. */
let office: string;
/** What is there, by the path that names it, or by its beginning. */
let ids: Record<string, string>;
beforeAll(async () => {
  const token = await join(portal, newResident('Mardan'));
  const image = await picture(60, 40).jpeg().toBuffer();
  const report = await submitReport(portal, token, image, { issue: 'Street Lights Repair' }, { pdf: pdf() });
  mine = await joinAdmin(portal, newResident('Mardan'));
  const closed = await submitReport(portal, token, image);
  await addProof(portal, mine, closed, await picture(70, 50).jpeg().toBuffer());
  await changeReport(portal, mine, closed.id, { status: 'Closed' });
  const own = await newTehsil(portal);
  theirs = (await newTehsil(portal)).office;
  stranger = await join(portal, newResident('Mardan'));
  const clerk = idIn(await joinStaff(portal, own.office, own.tehsil, 'clerk'));
  const json = { email: newResident(own.tehsil).email, role: 'crew', language: 'en' };
  const made = (path: string, json: object) => call<{ id: string }>(portal, path, { json, token: own.office });
  ids = {
    '/reports/': report.id,
    '/reports/{id}/closure': closed.id,
    '/reports/{id}/proof-image': closed.id,
    '/download-pdf/': report.id,
    '/request-contact/': idIn(token),
    '/api/staff/': clerk,
    '/api/staff/invitations/': (await made('/api/staff/invitations', json)).id,
    '/api/keys/': (await made('/api/keys', { name: 'Call centre' })).id,
    '/api/sessions/': decodeJwt<{ session_id: string }>(own.office).session_id,
  };
  office = own.office;
});

/** What names one report or one person, with the ids of one that is there. */
const named = guarded.filter(({ path }) => path.includes('{'));
const urlOf = (path: string) =>
  path.replace(/^([^{]+)\{\w+\}/, (_, before: string) => before + (ids[path] ?? ids[before]));

it('for each operation on one report or person this test has an id that exists', () => {
  expect(named.filter(({ path }) => urlOf(path).includes('undefined'))).toEqual([]);
});

const multipart = { raw: '--b--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=b' } };

describe.each(named)('$method $path', ({ method, path, who, body }) => {
  it('is not there for the administrators of another tehsil, and the answer is that of nothing', async () => {
    // Enough for each of them; they ignore what is not theirs.
    const change = {
      status: 'Closed',
      assignee: null,
      text: 'Done',
      hidden: true,
      reason: 'No.',
      lat: 34,
      long: 72,
      of: null,
      role: 'head',
      disabled: true,
    };
    const json = method === 'GET' ? undefined : change;
    const call = { method, token: theirs, ...(body?.type === 'multipart' ? multipart : { json }) };
    const answer = await ask(urlOf(path), call);
    const nothing = await ask(path.replace(/\{\w+\}/g, crypto.randomUUID()), call);
    // What residents alone may do is refused to every administrator.
    const refused = who.includes('admin') ? 404 : 403;
    expect([answer.status, nothing.status]).toEqual([refused, refused]);
    const { requestId: _one, ...said } = answer.body ?? {};
    const { requestId: _other, ...saidOfNothing } = nothing.body ?? {};
    expect(said).toEqual(saidOfNothing);
  });

  it.runIf(who.length === 2)('is not there for another resident', async () => {
    expect((await ask(urlOf(path), { method, token: stranger })).status).toBe(404);
  });
});

it('nothing of it is in the lists of another tehsil, nor was it changed', async () => {
  const list = await ask('/adminrequests?limit=200', { token: theirs });
  expect([list.status, list.text.includes(ids['/reports/'] ?? '?')]).toEqual([200, false]);
  const own = await ask('/adminrequests?limit=200', { token: mine });
  const report = (JSON.parse(own.text) as { id: string; status: string }[]).find(({ id }) => id === ids['/reports/']);
  expect(report?.status).toBe('Open');
});

it('the people, invitations, keys and sessions of an office are as they were', async () => {
  const [staff, invitations, keys] = await Promise.all(
    ['/api/staff', '/api/staff/invitations', '/api/keys'].map((path) => ask(path, { token: office })),
  );
  const clerk = { id: ids['/api/staff/'], role: 'clerk', state: 'active' };
  expect(JSON.parse(staff?.text ?? '')).toContainEqual(expect.objectContaining(clerk));
  for (const [answer, path] of [
    [invitations, '/api/staff/invitations/'],
    [keys, '/api/keys/'],
  ] as const)
    expect(JSON.parse(answer?.text ?? '')).toEqual([expect.objectContaining({ id: ids[path] })]);
});

itStillAnswers(portal);
