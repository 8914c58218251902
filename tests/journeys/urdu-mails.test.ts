import { expect, it } from 'vitest';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { submit } from '../../testing/deploy/sample-tehsil.ts';
import { startJourney } from '../../testing/journey.ts';
import { linkIn, type Mail, mailWith } from '../../testing/mailbox.ts';
import { newResident } from '../../testing/people.ts';

const { portal, browser } = await startJourney();
const tehsil = 'Katlang';

/** How the paragraphs of a mail stand in a program that drops its root, and whose own pages run the other way. */
async function standing({ html }: Mail, pages: 'ltr' | 'rtl') {
  const page = await browser.newPage();
  try {
    await page.setContent(`<body dir="${pages}">${html.trim().replace(/^<div[^>]*>(.*)<\/div>$/s, '$1')}</body>`);
    const styles = await page
      .locator('p')
      .evaluateAll((all) => all.map((one) => [getComputedStyle(one).direction, getComputedStyle(one).textAlign]));
    expect([await page.locator('div').count(), styles.length > 1]).toEqual([0, true]);
    return [...new Set(styles.map((style) => style.join()))];
  } finally {
    await page.close();
  }
}

async function expectUrdu(mail: Mail) {
  expect(mail.subject).toMatch(/^\u200f/);
  for (const line of mail.text.trimEnd().split(/\r?\n/)) expect(line).toMatch(/^(\u200f.+)?$/);
  for (const [paragraph] of mail.html.matchAll(/<p\b[^>]*>/g)) expect(paragraph).toContain('lang="ur"');
  expect(await standing(mail, 'ltr')).toEqual(['rtl,right']);
}

it('who chose Urdu is written to in Urdu, from the first mail on, and in English once they choose that', async () => {
  const { email, password } = newResident(tehsil);
  const data = { first_name: 'Sana', last_name: 'Khan', contact_number: '0300', tehsil, location: 'Bank Road' };
  await call(portal, '/auth/v1/signup', { json: { email, password, data: { ...data, language: 'ur' } } });
  const first = await mailWith(portal.mailbox, email, /تصدیق/);
  await expectUrdu(first);
  await fetch(linkIn(first, '/auth/v1/verify'), { redirect: 'manual' });
  const { access_token: token, user } = await call<{
    access_token: string;
    user: { user_metadata: { language: string } };
  }>(portal, '/auth/v1/token?grant_type=password', { json: { email, password } });
  expect(user.user_metadata.language).toBe('ur');

  const { reference } = await submit(portal, token);
  const received = await mailWith(portal.mailbox, email, new RegExp(`\u2066${reference}\u2069 موصول`));
  await expectUrdu(received);
  expect(received.text).toContain(`\u2066${reference}\u2069`);

  const invited = newResident(tehsil).email;
  await call(portal, '/api/sendInvite', { token, json: { userEmail: email, neighborEmail: invited } });
  const invitation = await mailWith(portal.mailbox, invited, /دعوت/);
  await expectUrdu(invitation);
  const page = await fetch(linkIn(invitation, '/unsubscribe'), { headers: { 'accept-language': 'ur-PK' } });
  expect(await page.text()).toContain('<html lang="ur" dir="rtl">');
  expect(page.headers.get('vary')).toMatch(/accept-language/i);

  await call(portal, '/auth/v1/user', { method: 'PUT', token, json: { data: { language: 'en' } } });
  await call(portal, '/auth/v1/recover', { json: { email } });
  const english = await mailWith(portal.mailbox, email, /^Reset your password$/);
  expect(await standing(english, 'rtl')).toEqual(['ltr,left']);
});

it('an administrator is written to in the language of their account', async () => {
  const [person, reporter] = [newResident(tehsil), newResident(tehsil)];
  const { email: Email, password: Password, secretKey: Secret_Key } = { ...person, ...portal };
  const names = { First_Name: 'Amna', Last_Name: 'Bibi', Tehsil: tehsil };
  await call(portal, '/adminsignup', { json: { ...names, Email, Password, Secret_Key, Language: 'ur' } });
  const signIn = () => call<{ Token: string; language: string }>(portal, '/adminsignin', { json: { Email, Password } });
  const { Token: token, language } = await signIn();
  expect(language).toBe('ur');
  const other = await joinAdmin(portal, newResident(tehsil));
  const { id, reference } = await submit(portal, await join(portal, reporter));
  const admins = await call<{ id: string; you: boolean }[]>(portal, '/api/admins', { token });
  const assignee = admins.find(({ you }) => you)?.id;
  await call(portal, `/reports/${id}/assignee`, { method: 'PUT', token: other, json: { assignee } });
  await expectUrdu(await mailWith(portal.mailbox, Email, new RegExp(`\u2066${reference}\u2069 اب آپ کے ذمے ہے`)));
  await call(portal, '/adminlanguage', { method: 'PUT', token, json: { language: 'en' } });
  expect((await signIn()).language).toBe('en');
});
