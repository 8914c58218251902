import { describe, expect, inject, it } from 'vitest';
import { askFrom } from '../../testing/ask-from.ts';
import { call, join } from '../../testing/calls.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');

describe('what a person may not say of themself is not heard', () => {
  const power = { role: 'admin', is_admin: true, aud: 'admin', Tehsil: 'Mardan', email_confirmed_at: '2020-01-01' };

  it('at sign-up and in a change of the account', async () => {
    const person = newResident('Mardan');
    const { email, password } = person;
    const data = { first_name: 'Sana', id: crypto.randomUUID(), email: 'other@example.com', ...power };
    const json = { email, password, data, ...power, app_metadata: power, user_metadata: power };
    const made = await call<Record<string, unknown>>(portal, '/auth/v1/signup', { json });
    expect(made).toMatchObject({ role: 'authenticated', aud: 'authenticated', email });
    expect(made.email_confirmed_at).toBeUndefined();
    expect(JSON.stringify(made)).not.toMatch(/is_admin|Tehsil|other@example/);
    const early = await askFrom(portal.portal)('/auth/v1/token?grant_type=password', { json: { email, password } });
    expect(early.body).toMatchObject({ error_code: 'email_not_confirmed' });
  });

  it('in the profile', async () => {
    const token = await join(portal, newResident('Mardan'));
    const other = await join(portal, newResident('Mardan'));
    const { id } = await call<{ id: string }>(portal, '/auth/v1/user', { token });
    const ask = askFrom(portal.portal);
    const table = '/rest/v1/usersdb';
    const [own] = await call<Record<string, string>[]>(portal, table, { token });
    const tries: [method: string, path: string, json: object, status: number][] = [
      ['PATCH', `${table}?id=eq.${id}`, { role: 'admin' }, 400],
      ['PATCH', `${table}?id=eq.${id}`, { email: 'x@example.com' }, 400],
      ['PATCH', `${table}?id=eq.${id}`, { id: crypto.randomUUID() }, 403],
      ['PATCH', table, { first_name: 'Taken', id: crypto.randomUUID() }, 403],
      ['POST', table, { id: crypto.randomUUID(), first_name: 'Made' }, 403],
      ['POST', table, { id, first_name: 'Made', password_hash: 'x' }, 400],
    ];
    for (const [method, path, json, status] of tries) {
      expect([(await ask(path, { method, json, token })).status, method, json]).toEqual([status, method, json]);
    }
    // Another's row is not there: nothing is changed, and nothing is said.
    const theirs = await ask(`${table}?id=eq.${id}`, { method: 'PATCH', json: { first_name: 'Taken' }, token: other });
    expect(theirs.status).toBe(204);
    expect(await call(portal, table, { token })).toEqual([own]);
  });
});

itStillAnswers(portal);
