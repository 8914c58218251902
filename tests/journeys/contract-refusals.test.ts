/** What calls about reports say when they refuse. */
import { expect, inject, it } from 'vitest';
import { type Parts, picture, startContract, type Who } from '../../testing/contract-reports.ts';

const { ask, put, submit, rowOf } = await startContract(inject('portal'));

const headers = { accept: 'application/vnd.pgrst.object+json' };
it.each<[Who, string, number, string, RequestInit?]>([
  ['nobody', '/rest/v1/requests', 401, 'PGRST301'],
  ['resident', '/rest/v1/requests?name=eq.Ali', 400, '42703'],
  ['resident', '/rest/v1/requests?select=document', 400, '42703'],
  ['resident', '/rest/v1/requests?status=like.O*', 400, 'PGRST100'],
  ['resident', '/rest/v1/requests?location=eq.x', 400, 'PGRST100'],
  ['resident', '/rest/v1/requests?or=(status.eq.Open)', 400, 'PGRST100'],
  ['resident', '/rest/v1/requests?order=status.desc', 400, 'PGRST100'],
  ['resident', '/rest/v1/requests?limit=x', 400, 'PGRST100'],
  ['resident', '/rest/v1/requests?offset=10001', 400, 'PGRST100'],
  ['resident', '/rest/v1/requests?limit=2', 406, 'PGRST116', { headers }],
  ['resident', '/rest/v1/reports', 404, 'PGRST205'],
  ['admin', '/adminrequests?filter=nothing', 400, 'invalid_request'],
  ['admin', '/adminrequests?limit=0', 400, 'invalid_request'],
  ['admin', '/adminrequests?limit=x', 400, 'invalid_request'],
  ['admin', '/adminrequests?before=7', 400, 'invalid_request'],
  ['admin', '/adminrequests', 405, 'method_not_allowed', { method: 'DELETE' }],
  ['admin', '/reports/7/history', 404, 'not_found'],
  ['admin', '/request-contact/7', 404, 'not_found'],
  ['admin', '/download-pdf/7', 404, 'not_found'],
  ['nobody', '/uploads/01920000-0000-7000-8000-000000000001.webp', 404, 'not_found'],
  ['nobody', '/api/stats', 400, 'invalid_request'],
])('%s: %s gives %i %s', async (who, path, status, code, init) => {
  const answer = await ask(who, path, init);
  expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
});

it.each<[unknown, number, string]>([
  [{ status: 'Done' }, 400, 'invalid_request'],
  [{ status: null }, 400, 'invalid_request'],
  [{ schedule: '05-03-2026' }, 400, 'invalid_request'],
  [{ schedule: '2026-02-30' }, 400, 'invalid_request'],
  ['{"status":', 400, 'invalid_request'],
])('PUT %j gives %i %s, as a problem that says which field', async (body, status, code) => {
  const answer = await put('admin', rowOf(0).id, body);
  const problem = await answer.json();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    status,
    'application/problem+json; charset=utf-8',
  ]);
  expect(problem).toMatchObject({ status, code, requestId: answer.headers.get('x-request-id') });
  expect(problem.message).toBe(problem.detail);
  expect(problem.errors[0].path).toBe(typeof body === 'string' ? '' : Object.keys(body as object)[0]);
});

const other = '01920000-0000-7000-8000-000000000001';
it.each<[string, Parts, number, string | RegExp]>([
  [
    'nothing',
    { issue: undefined, location: undefined, description: undefined },
    400,
    /^Missing: issue, location, desc/,
  ],
  ['blanks', { location: ' ', issue: '' }, 400, 'Missing: issue, location'],
  ['no picture', { image: undefined }, 400, 'Please select an image file.'],
  ['no real picture', { image: new Blob(['x']) }, 400, 'Please select a valid image file (JPEG/PNG).'],
  ['half a picture', { image: new Blob([picture.subarray(0, 60)]) }, 400, /^Please select a valid image file \(JPEG/],
  ['no real PDF', { document: new Blob(['x']) }, 400, 'Please select a valid PDF file.'],
  ['a picture too large', { image: new Blob([picture, new Uint8Array(10 * 2 ** 20)]) }, 413, /10 MB/],
  ['an unknown issue', { issue: 'Potholes' }, 400, /^issue: /],
  ['a long location', { location: 'x'.repeat(201) }, 400, /^location: .*200/],
  ['a long description', { description: 'x'.repeat(4001) }, 400, /^description: .*4000/],
  ['a day that is none', { schedule: '2026-02-30' }, 400, /^schedule: /],
  ["another's name", { userId: other }, 403, /./],
])('/newrequest with %s', async (_what, changes, status, message) => {
  const answer = await submit('resident', changes);
  const problem = await answer.json();
  expect(answer.status).toBe(status);
  expect(problem.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  expect(problem.detail).toBe(problem.message);
});
