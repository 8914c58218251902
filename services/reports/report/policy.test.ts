import { expect, test } from 'vitest';
import { type Action, type Actor, may, type Owned, requireMay } from './policy.ts';

const report: Owned = { user_id: 'ali', tehsil: 'Sahiwal' };
const erased: Owned = { ...report, user_id: null };
const actors = {
  'its reporter': { audience: 'resident', id: 'ali' },
  'another resident': { audience: 'resident', id: 'sara' },
  'its tehsil': { audience: 'admin', tehsil: 'Sahiwal' },
  'another tehsil': { audience: 'admin', tehsil: 'Okara' },
  'the link of its mail': { audience: 'link' },
} as const satisfies Record<string, Actor>;
const all: readonly Action[] = ['read', 'answer', 'change', 'assign', 'note', 'prove'];

test.each<[keyof typeof actors, Owned, readonly Action[]]>([
  ['its reporter', report, ['read', 'answer']],
  ['its reporter', erased, []],
  ['another resident', report, []],
  ['its tehsil', report, ['read', 'change', 'assign', 'note', 'prove']],
  ['its tehsil', erased, ['read', 'change', 'assign', 'note', 'prove']],
  ['another tehsil', report, []],
  ['the link of its mail', report, ['answer']],
  ['the link of its mail', erased, []],
])('%s, of %j: %j', (who, owned, actions) => {
  expect(all.filter((action) => may(actors[who], action, owned))).toEqual(actions);
});

test('what one may not do, and what is not there, are answered alike', () => {
  for (const owned of [report, null]) {
    expect(() => requireMay(actors['another tehsil'], 'read', owned)).toThrow(
      expect.objectContaining({ status: 404, code: 'not_found' }),
    );
  }
});
