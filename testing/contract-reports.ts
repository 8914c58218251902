/** A tehsil with its people and some reports, for what the contract says of each call. */
import { randomInt } from 'node:crypto';
import { issueNames, RequestRow } from '@tma/contracts';
import { expect } from 'vitest';
import type { z } from 'zod';
import { formOf } from '../infra/seed/calls.ts';
import { makePicture } from '../infra/seed/picture.ts';
import { call, idIn, join, joinAdmin } from './calls.ts';
import { newResident, type Portal } from './people.ts';

export type Who = 'nobody' | 'resident' | 'other' | 'admin' | 'foreign';
export type Parts = Record<string, string | Blob | undefined>;
export type Row = z.infer<typeof RequestRow>;

export const picture = new Uint8Array(makePicture(200, 640, 480));
export const pdf = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n';

const reportForm = (changes: Parts): FormData =>
  formOf({
    issue: String(issueNames[0]),
    location: 'Bazaar',
    description: 'Dust everywhere.',
    image: new Blob([picture], { type: 'image/png' }),
    ...changes,
  });

/** Asks the portal as one of these people, each with a token of their own. */
function askAs(portal: Portal, tokens: Partial<Record<Who, string>>) {
  const ask = (who: Who, path: string, init: RequestInit = {}) =>
    fetch(portal.portal + path, {
      redirect: 'manual',
      ...init,
      headers: { ...(tokens[who] && { authorization: `Bearer ${tokens[who]}` }), ...(init.headers as object) },
    });
  const put = (who: Who, id: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(who, `/reports/${id}`, {
      method: 'PUT',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const submit = (who: Who, changes: Parts = {}, headers: Record<string, string> = {}) =>
    ask(who, '/newrequest', { method: 'POST', body: reportForm(changes), headers });
  return { ask, put, submit };
}

/** `made`: the resident's reports, oldest first (one with a PDF, one closed, one dropped), and the other's. */
export async function startContract(portal: Portal) {
  const number = randomInt(10 ** 6);
  const [tehsil, elsewhere] = [`Upper Mardan ${number}`, `Lower Mardan ${number}`] as const;
  for (const newtehsil of [tehsil, elsewhere])
    await call(portal, '/api/addTehsil', { json: { newtehsil, Secret_Key: portal.secretKey } });
  const personOf = (who: string) => ({ ...newResident(tehsil), phone: `0300 ${who.length}` });
  const [resident, other] = [await join(portal, personOf('resident')), await join(portal, personOf('other'))];
  const admin = await joinAdmin(portal, newResident(tehsil));
  const foreign = await joinAdmin(portal, newResident(elsewhere));
  const { ask, put, submit } = askAs(portal, { resident, other, admin, foreign });
  const document = new Blob([pdf], { type: 'application/pdf' });
  const made: Row[] = [];
  for (const [who, changes] of [
    ['resident', { issue: 'Street Lights Repair', document, schedule: '2026-03-05' }],
    ['resident', {}],
    ['resident', {}],
    ['other', { issue: 'Water Supply Problem' }],
  ] as [Who, Parts][]) {
    const answer = await submit(who, changes);
    expect(answer.status, await answer.clone().text()).toBe(201);
    made.push(RequestRow.strict().parse(await answer.json()));
  }
  const rowOf = (index: number) => made[index] as Row;
  await put('admin', rowOf(1).id, { status: 'Closed' });
  await put('admin', rowOf(2).id, { status: 'dropped' });
  return {
    number,
    tehsil,
    elsewhere,
    ids: { resident: idIn(resident), other: idIn(other) },
    ask,
    put,
    submit,
    made,
    rowOf,
  };
}
