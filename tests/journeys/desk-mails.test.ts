import { expect, inject, it } from 'vitest';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { submit } from '../../testing/deploy/sample-tehsil.ts';
import { mailsTo, mailWith } from '../../testing/mailbox.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const tehsil = 'Katlang';
const [resident, second] = [newResident(tehsil), newResident(tehsil)];
const first = { ...newResident(tehsil), firstName: 'Amna', lastName: 'Bibi' };
const idOf = async (token: string) => {
  const admins = await call<{ id: string; you: boolean }[]>(portal, '/api/admins', { token });
  return admins.find(({ you }) => you)?.id;
};
const subjectsTo = async (email: string) => (await mailsTo(portal.mailbox, email)).map(({ subject }) => subject);

it('who is given a report and who reported it are told, with a link that finds it; who takes one is not', async () => {
  const person = await join(portal, resident);
  const [giver, taker] = [await joinAdmin(portal, first), await joinAdmin(portal, second)];
  const { id, reference } = await submit(portal, person);
  const assign = (token: string, assignee: string | null | undefined) =>
    call(portal, `/reports/${id}/assignee`, { method: 'PUT', token, json: { assignee } });
  await assign(giver, await idOf(giver));
  await assign(giver, null);
  await assign(giver, await idOf(taker));
  const given = await mailWith(portal.mailbox, second.email, new RegExp(`^${reference} is yours now$`));
  expect(given.headers['message-id']).toMatch(/^<[\da-f-]{36}@/);
  const found = /\/adminDashboard\?(\S+)/.exec(given.text)?.[1];
  expect(found).toBe(`q=${reference}`);
  expect(await call(portal, `/adminrequests?${found}`, { token: taker })).toMatchObject([{ id }]);
  await call(portal, `/reports/${id}/notes`, { token: giver, json: { text: 'Among us.' } });
  const text = 'The lamp is ordered.\nSee http://example.org/lamp';
  await call(portal, `/reports/${id}/notes`, { token: giver, json: { text, public: true } });
  const message = await mailWith(
    portal.mailbox,
    resident.email,
    new RegExp(`^A message about your report ${reference}$`),
  );
  expect(message.text).toContain(`The administration of TMA ${tehsil} writes`);
  expect(message.text).toContain('The lamp is ordered.\nSee http: / /example. org/lamp');
  expect(given.text).toContain('Amna Bibi assigned');
  expect(message.text).not.toMatch(/Amna|Bibi/);
  // Events of one report come in their order: what was to be mailed before would be here by now.
  expect(await subjectsTo(first.email)).toEqual([expect.stringMatching(/ is now an administrator of /)]);
  expect((await subjectsTo(resident.email)).filter((subject) => subject.startsWith('A message'))).toHaveLength(1);
});
