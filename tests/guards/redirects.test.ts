import { describe, expect, inject, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { linkIn, mailWith } from '../../testing/mailbox.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');

describe('a mailed link leads to the portal only', () => {
  const places = [
    'https://evil.example/signin',
    '//evil.example',
    'http://localhost@evil.example/',
    'javascript:alert(1)',
    'data:text/html,hello',
    '\\\\evil.example',
    `${portal.portal}.evil.example/`,
    `${portal.portal.replace('//', '//evil@')}`,
  ];

  it('whatever the sign-up asks for, and whatever is made of the link afterwards', async () => {
    for (const place of places) {
      const person = newResident('Mardan');
      const json = { email: person.email, password: person.password };
      await call(portal, `/auth/v1/signup?redirect_to=${encodeURIComponent(place)}`, { json });
      const link = new URL(linkIn(await mailWith(portal.mailbox, person.email, /Confirm/), '/auth/v1/verify'));
      expect(link.searchParams.get('redirect_to')).toBe(`${portal.portal}/signin`);
      link.searchParams.set('redirect_to', place);
      for (const token of ['wrong', link.searchParams.get('token') as string]) {
        link.searchParams.set('token', token);
        const { status, headers } = await fetch(link, { redirect: 'manual' });
        expect([status, headers.get('location')?.split('#')[0]]).toEqual([303, `${portal.portal}/signin`]);
      }
    }
  });
});

it.each([
  '//evil.example/',
  '/%2f%2fevil.example/',
  '/\\evil.example/',
  '/about/..//evil.example',
  '//evil.example/about/',
])('a path leads nowhere else: %s', async (path) => {
  const answer = await fetch(portal.portal + path, { redirect: 'manual', headers: { accept: 'text/html' } });
  const location = answer.headers.get('location');
  if (location !== null) expect(new URL(location, portal.portal).origin).toBe(new URL(portal.portal).origin);
  expect([308, 400, 404]).toContain(answer.status);
});

itStillAnswers(portal);
