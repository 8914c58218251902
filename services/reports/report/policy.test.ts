import { expect, test } from 'vitest';
import { type Action, type Actor, may, type Owned, requireMay } from './policy.ts';

const report: Owned = { user_id: 'ali', tehsil: 'Sahiwal', assignee: 'bilal', reporter_email: 'ali@example.org' };
const withoutAccount: Owned = { ...report, user_id: null };
const erased: Owned = { ...withoutAccount, reporter_email: null };
const nobodys: Owned = { ...report, assignee: null };
const sahiwal = { audience: 'admin', tehsil: 'Sahiwal' } as const;
const actors = {
  'its reporter': { audience: 'resident', id: 'ali' },
  'another resident': { audience: 'resident', id: 'sara' },
  head: { ...sahiwal, id: 'hina', role: 'head' },
  clerk: { ...sahiwal, id: 'farid', role: 'clerk' },
  'crew that it is assigned to': { ...sahiwal, id: 'bilal', role: 'crew' },
  'other crew': { ...sahiwal, id: 'nasir', role: 'crew' },
  'the head of another tehsil': { audience: 'admin', id: 'hina', tehsil: 'Okara', role: 'head' },
  'crew of another tehsil': { audience: 'admin', id: 'bilal', tehsil: 'Okara', role: 'crew' },
  'the link of its mail': { audience: 'link' },
} as const satisfies Record<string, Actor>;
const all: readonly Action[] = [
  'read',
  'answer',
  'share',
  'change',
  'start',
  'assign',
  'note',
  'message',
  'prove',
  'hide',
];
const desk: readonly Action[] = ['read', 'change', 'start', 'assign', 'note', 'message', 'prove'];
const work: readonly Action[] = ['read', 'start', 'note', 'prove'];

test.each<[keyof typeof actors, Owned, readonly Action[]]>([
  ['its reporter', report, ['read', 'answer', 'share']],
  ['its reporter', erased, []],
  ['another resident', report, []],
  ['head', report, [...desk, 'hide']],
  ['head', nobodys, [...desk, 'hide']],
  ['clerk', report, desk],
  ['clerk', erased, desk],
  ['crew that it is assigned to', report, work],
  ['crew that it is assigned to', erased, work],
  ['crew that it is assigned to', nobodys, []],
  ['other crew', report, []],
  ['the head of another tehsil', report, []],
  ['crew of another tehsil', report, []],
  ['the link of its mail', report, ['answer']],
  ['the link of its mail', withoutAccount, ['answer']],
  ['the link of its mail', erased, []],
])('%s, of %j: %j', (who, owned, actions) => {
  expect(all.filter((action) => may(actors[who], action, owned))).toEqual(actions);
});

test.each<[keyof typeof actors, Action, Owned | null, object]>([
  ['the head of another tehsil', 'read', report, { status: 404, code: 'not_found' }],
  ['head', 'read', null, { status: 404, code: 'not_found' }],
  ['other crew', 'change', report, { status: 404, code: 'not_found' }],
  ['crew that it is assigned to', 'change', report, { status: 403, code: 'not_your_role' }],
  ['clerk', 'hide', report, { status: 403, code: 'not_your_role' }],
  ['its reporter', 'change', report, { status: 404, code: 'not_found' }],
])('%s may not %s %j: %j', (who, action, owned, error) => {
  expect(() => requireMay(actors[who], action, owned)).toThrow(expect.objectContaining(error));
});
