import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import { call, join, tokenOf } from './calls.ts';
import { addProof } from './closures.ts';
import type { Portal, Resident } from './people.ts';
import { changeReport, submitReport } from './reports.ts';

/** A telephone that is tried: what it got, the oldest first, and what it sends. */
interface Telephone {
  got(): Promise<string[]>;
  send(text: string): Promise<void>;
}

/** A mobile number that nobody else has. */
export const newMobile = () => `+92300${String(randomInt(10 ** 7)).padStart(7, '0')}`;

/** A telephone of the development mailbox. */
export const mailboxTelephone = ({ mailbox }: Pick<Portal, 'mailbox'>, number: string): Telephone => ({
  async got() {
    const answer = await fetch(`${mailbox}/sms?to=${encodeURIComponent(number)}`);
    return ((await answer.json()) as { text: string }[]).map(({ text }) => text).reverse();
  },
  async send(text) {
    const body = JSON.stringify({ from: number, text });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${mailbox}/sms/reply`, { method: 'POST', headers, body })).status).toBe(204);
  },
});

const soon = { timeout: 30_000 };

/** Waits for a message that matches and came after the first `seen`. */
async function nextOf({ got }: Telephone, seen: number, text: RegExp): Promise<string> {
  const fresh = async () => (await got()).slice(seen);
  await expect.poll(fresh, soon).toContainEqual(expect.stringMatching(text));
  return (await fresh()).find((one) => text.test(one)) ?? '';
}

/** What a telephone sends, and what is then told to it. */
async function exchange(telephone: Telephone, sent: string, answer: RegExp): Promise<string> {
  const seen = (await telephone.got()).length;
  await telephone.send(sent);
  return nextOf(telephone, seen, answer);
}

/** Does something, and waits for what it has told to a telephone. */
async function told(telephone: Telephone, act: () => Promise<unknown>, text: RegExp): Promise<string> {
  const seen = (await telephone.got()).length;
  await act();
  return nextOf(telephone, seen, text);
}

const codeIn = (text: string) => /\d{6}/.exec(text)?.[0] ?? '';
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

/** Somebody who reads Urdu. @returns their token */
async function joinInUrdu(portal: Portal, resident: Resident): Promise<string> {
  const token = await join(portal, resident);
  await call(portal, '/auth/v1/user', { method: 'PUT', token, json: { data: { language: 'ur' } } });
  return tokenOf(portal, resident);
}

/** Confirms a number, and waits until it is known to whoever writes to it. */
async function confirmNumber(portal: Portal, token: string, number: string, telephone: Telephone): Promise<void> {
  const ask = () => call(portal, '/api/phone', { method: 'PUT', token, json: { number } });
  const code = codeIn(await told(telephone, ask, /^ٹی ایم اے پورٹل کا کوڈ \d{6} ہے/));
  const give = (given: string) => call(portal, '/api/phone/code', { token, json: { code: given } });
  await expect(give(otherThan(code))).rejects.toThrow(/code_wrong/);
  expect(await give(code)).toMatchObject({ number, verified: true, messages: true });
  const isKnown = async () => {
    await telephone.send('حالت TMA-00000000');
    return (await telephone.got()).at(-1);
  };
  await expect.poll(isKnown, { ...soon, interval: 4000 }).toBe('حوالہ نمبر TMA-00000000 کی کوئی رپورٹ نہیں ملی۔');
}

interface Life {
  portal: Portal;
  /** The token of a head of the resident's tehsil. */
  office: string;
  resident: Resident;
  number: string;
  telephone: Telephone;
  /** Of the report, and of the work: three that look different. */
  pictures: readonly [Buffer, Buffer, Buffer];
}

/**
 * The whole life of a report in Urdu by telephone alone, once the account is there: number confirmed, received, scheduled, asked
 * about, closed, disputed, closed again, confirmed.
 */
export async function liveByTelephone({ portal, office, resident, number, telephone, pictures }: Life): Promise<void> {
  const [before, ...works] = pictures;
  const token = await joinInUrdu(portal, resident);
  await confirmNumber(portal, token, number, telephone);

  let report = { id: '', reference: '' };
  const submit = async () => {
    report = await submitReport(portal, token, before, { issue: 'Street Lights Repair' });
  };
  const received = await told(telephone, submit, /مل گئی/);
  const { id, reference } = report;
  const link = `${portal.portal}/r/${reference}`;
  expect(received).toBe(`آپ کی رپورٹ ${reference} مل گئی: سٹریٹ لائٹ کی مرمت۔ ${link}`);
  const schedule = () => changeReport(portal, office, id, { status: 'In Progress', schedule: '2031-03-05' });
  expect(await told(telephone, schedule, /زیرِ کارروائی/)).toMatch(/^آپ کی رپورٹ .*5 مارچ،? 2031۔ http/);
  expect(await exchange(telephone, `حالت ${reference}`, new RegExp(`^رپورٹ ${reference}: `))).toMatch(
    /زیرِ کارروائی.*5 مارچ/,
  );

  const close = async (picture: Buffer) => {
    await addProof(portal, office, report, picture);
    const closed = () => changeReport(portal, office, id, { status: 'Closed' });
    return codeIn(await told(telephone, closed, new RegExp(`^کیا ${reference} کا مسئلہ حل ہو گیا`)));
  };
  const state = async () => {
    const [row] = await call<object[]>(portal, `/rest/v1/requests?select=*&id=eq.${id}`, { token });
    return row;
  };
  const first = await close(works[0]);
  await exchange(telephone, `ہاں ${otherThan(first)}`, /^یہ کوڈ درست نہیں/);
  await exchange(telephone, `نہیں ${first}`, /اب کیا خرابی ہے؟/);
  expect(await state()).toMatchObject({ status: 'Closed', closure: 'claimed' });
  await exchange(telephone, `نہیں ${first} بتی اب بھی بند ہے`, /حل نہیں ہوا۔ رپورٹ دوبارہ کھل گئی/);
  expect(await state()).toMatchObject({ status: 'Open', closure: 'disputed', disputes: 1 });
  const { reason } = await call<{ reason: string }>(portal, `/reports/${id}/closure`, { token });
  expect(reason).toBe('بتی اب بھی بند ہے');

  const second = await close(works[1]);
  expect(second).not.toBe(first);
  await exchange(telephone, `ہاں ${first}`, /کا جواب پہلے دیا جا چکا ہے/);
  await exchange(telephone, `ہاں ${second}`, /^شکریہ۔/);
  expect(await state()).toMatchObject({ status: 'Closed', closure: 'confirmed' });
  await exchange(telephone, `نہیں ${second} پھر خراب`, /کا جواب پہلے دیا جا چکا ہے/);
}
