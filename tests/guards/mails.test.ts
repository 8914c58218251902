import { describe, expect, inject, it } from 'vitest';
import { askFrom } from '../../testing/ask-from.ts';
import { join } from '../../testing/calls.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { jpeg } from '../../testing/guards/pictures.ts';
import { type Mail, mailsTo, mailWith } from '../../testing/mailbox.ts';
import { newResident } from '../../testing/people.ts';
import { submitReport } from '../../testing/reports.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal);
const member = join(portal, newResident('Mardan'));

/** One subject, one recipient, no header that somebody wrote into a name. */
function demandOneMeaning({ headers, to }: Mail) {
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(bcc|cc|reply-to)$/)]));
  expect(headers.to).toBe(to);
  expect(headers.subject).not.toMatch(/other/);
}

describe('a mail carries what was meant, to whom it was meant', () => {
  const breaks = [
    'Sana\r\nBcc: all@example.com',
    'Sana\nSubject: other',
    'Sana\rBcc: x',
    'Sana\u0000',
    '\u2028Sana\u0085',
  ];
  const kept = ['first_name', 'last_name', 'contact_number', 'tehsil', 'location'];

  it.each(kept)('several lines in %s are refused or tidied, wherever it is said', async (field) => {
    const signUps = breaks.map(async (text) => {
      const { email, password } = newResident('Mardan');
      const data = { first_name: 'Sana', tehsil: 'Mardan', [field]: text };
      const { status } = await ask('/auth/v1/signup', { json: { email, password, data } });
      expect([200, 400]).toContain(status);
      if (status === 200) demandOneMeaning(await mailWith(portal.mailbox, email, /^Confirm your email$/));
    });
    const token = await member;
    for (const text of breaks) {
      const user = await ask('/auth/v1/user', { method: 'PUT', json: { data: { [field]: text } }, token });
      const row = await ask('/rest/v1/usersdb', { method: 'PATCH', json: { [field]: text }, token });
      expect([200, 400]).toContain(user.status);
      expect([204, 400]).toContain(row.status);
    }
    await Promise.all(signUps);
  });

  it.each(breaks)('nor do they get into the name of a tehsil, a report or a link: %j', async (text) => {
    const tehsil = await ask('/api/addTehsil', { json: { newtehsil: text, Secret_Key: portal.secretKey } });
    expect([201, 400]).toContain(tehsil.status);
    expect(tehsil.text).not.toMatch(/\\r|\\n|\\u0000/);
    const person = newResident('Mardan');
    const token = await join(portal, person);
    await submitReport(portal, token, jpeg, { name: text, location: 'Bazaar' });
    await ask(`/auth/v1/recover?redirect_to=${encodeURIComponent(text)}`, { json: { email: person.email } });
    demandOneMeaning(await mailWith(portal.mailbox, person.email, /^We received your report TMA-\w{8}$/));
    demandOneMeaning(await mailWith(portal.mailbox, person.email, /^Reset your password$/));
  });

  it.each([
    'a@example.com\r\nBcc: all@example.com',
    'a@example.com,b@example.com',
    'a@example.com b@example.com',
    '"a@example.com\r\nRCPT TO:<b@example.com>"@example.com',
    '<a@example.com>',
  ])('one address is one address: %j', async (address) => {
    const person = newResident('Mardan');
    const token = await join(portal, person);
    const invite = await ask('/api/sendInvite', { json: { userEmail: person.email, neighborEmail: address }, token });
    const signUp = await ask('/auth/v1/signup', { json: { email: address, password: person.password } });
    const change = await ask('/auth/v1/user', { method: 'PUT', json: { email: address }, token });
    expect([invite.status, signUp.status, change.status]).toEqual([400, 400, 400]);
  });

  it('an invitation is in the own name only, and what the inviter is called is text', async () => {
    const person = {
      ...newResident('Mardan'),
      firstName: '<img src=x onerror=alert(1)>',
      lastName: 'https://evil.example',
    };
    const token = await join(portal, person);
    const neighborEmail = newResident('Mardan').email;
    const forged = { userEmail: 'mayor@example.com', neighborEmail };
    expect((await ask('/api/sendInvite', { json: forged, token })).status).toBe(403);
    expect((await ask('/api/sendInvite', { json: { ...forged, userEmail: person.email }, token })).status).toBe(202);
    const mail = await mailWith(portal.mailbox, neighborEmail, /invites you/);
    expect(mail.html).not.toContain('<img');
    expect(mail.subject + mail.text + mail.html).not.toMatch(/evil\.example|\/\/evil/);
    expect(mail.subject).toContain('https: / /evil. example');
    expect(await mailsTo(portal.mailbox, neighborEmail)).toHaveLength(1);
  });
});

itStillAnswers(portal);
