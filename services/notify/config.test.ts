import { expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const settings = {
  PORT: '0',
  PUBLIC_URL: 'https://portal.test',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/d',
  KAFKA_BROKERS: '127.0.0.1:9092',
  REDIS_URL: 'redis://127.0.0.1',
  JWKS_URL: 'https://portal.test/keys',
  SMTP_URL: 'smtp://127.0.0.1',
  MAIL_FROM: 'Portal <no-reply@portal.test>',
  LINK_SECRET: Buffer.alloc(32).toString('base64url'),
  CLOSURE_LINK_SECRET: Buffer.alloc(32, 1).toString('base64url'),
  UNSUBSCRIBE_SECRET: 'a secret of this test, long enough for it',
};
it('mails are from the host of the portal where nothing else is said', () => {
  const { MAIL_FROM } = loadConfig({ ...settings, MAIL_FROM: '' });
  expect(MAIL_FROM).toBe('Tehsil reporting portal <no-reply@portal.test>');
});

it.each([
  'TMA Mardan',
  'no-reply',
  'TMA <no-reply>',
  'a@example.gov, b@example.gov',
  'TMA <a@example.gov>\r\nBcc: x@y.zz',
])('to mail from %j it does not start, and says which setting it is', (MAIL_FROM) => {
  expect(() => loadConfig({ ...settings, MAIL_FROM })).toThrow('MAIL_FROM: must be an address, or Name <address>');
});

it.each([
  'no-reply@localhost',
  '"TMA, Mardan" <a@example.gov>',
  'TMA "Mardan" <a@example.gov>',
  'ٹی ایم اے <a@example.gov>',
])('mails are from %s where that is said', (MAIL_FROM) => {
  expect(loadConfig({ ...settings, MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM);
});

it('a name with a comma in it is the name of the sender, as a whole', () => {
  const { MAIL_FROM } = loadConfig({ ...settings, MAIL_FROM: 'TMA, Mardan <a@example.gov> ' });
  expect(MAIL_FROM).toBe('"TMA, Mardan" <a@example.gov>');
});

it('Kannel is given one slash before the path of a receipt, whether or not SMS_CALLBACK ends with one', () => {
  expect(loadConfig({ ...settings, SMS_CALLBACK: 'http://notify:4007/' }).SMS_CALLBACK).toBe('http://notify:4007');
});

it.each(['50%off', '100%ab'])(
  'with %s as password for Kannel, which cannot be decoded, it does not start, and says which setting it is',
  (password) => {
    const sms = { SMS_URL: `kannel://portal:${password}@kannel:13013`, SMS_KEY: 'a-key-of-the-gateway' };
    expect(() => loadConfig({ ...settings, ...sms })).toThrow('SMS_URL: has a % that must be %25');
  },
);

it('a password for Kannel whose characters are encoded is taken', () => {
  const SMS_URL = 'kannel://portal:50%25off%C3%A9@kannel:13013';
  expect(loadConfig({ ...settings, SMS_URL, SMS_KEY: 'a-key-of-the-gateway' }).SMS_URL).toBe(SMS_URL);
});

const head = (ESCALATION_EMAIL?: string) => loadConfig({ ...settings, ESCALATION_EMAIL }).ESCALATION_EMAIL;

it('the head of the office may be nobody, and is an address where there is one', () => {
  expect([head(), head(''), head('head@example.gov')]).toEqual([undefined, undefined, 'head@example.gov']);
});

it.each(['head', 'Head <head@example.gov>', 'head@example.gov, other@example.gov', 'head@example.gov\r\nBcc: x@y.zz'])(
  'with %j it does not start, and says which setting it is',
  (text) => {
    expect(() => head(text)).toThrow('ESCALATION_EMAIL: must be an e-mail address');
  },
);
