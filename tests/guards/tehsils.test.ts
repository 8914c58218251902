import { beforeAll, describe, expect, inject, it } from 'vitest';
import { picture } from '../../services/files/testing/samples.ts';
import { newTehsil } from '../../testing/admins.ts';
import { join, joinAdmin } from '../../testing/calls.ts';
import { askFrom } from '../../testing/from.ts';
import { guarded, itStillAnswers } from '../../testing/guards/operations.ts';
import { newResident } from '../../testing/people.ts';
import { submitReport } from '../../testing/reports.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal);

let mine: string;
let theirs: string;
let stranger: string;
let ids: Record<string, string>;
beforeAll(async () => {
  const person = newResident('Mardan');
  const token = await join(portal, person);
  const report = await submitReport(portal, token, await picture(60, 40).jpeg().toBuffer());
  const { sub = '' } = JSON.parse(atob(token.split('.')[1] ?? '')) as { sub?: string };
  ids = { id: report.id, userId: sub };
  mine = await joinAdmin(portal, newResident('Mardan'));
  theirs = (await newTehsil(portal)).office;
  stranger = await join(portal, newResident('Mardan'));
});

/** What names one report or one person, with the ids of one that is there. */
const named = guarded.filter(({ path }) => path.includes('{'));
const urlOf = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

it('there are such operations', () => expect(named.length).toBeGreaterThan(3));

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
  expect([list.status, list.text.includes(ids.id ?? '?')]).toEqual([200, false]);
  const own = await ask('/adminrequests?limit=200', { token: mine });
  const report = (JSON.parse(own.text) as { id: string; status: string }[]).find(({ id }) => id === ids.id);
  expect(report?.status).toBe('Open');
});

itStillAnswers(portal);
