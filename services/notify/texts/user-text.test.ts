import { describe, expect, it } from 'vitest';
import { nameInMail, textInMail } from './user-text.ts';

it.each(['', 'Sana', "Sana O'Neil", 'Dr. Sana Khan Jr.', 'Ali s/o Ahmed', 'ثناء خان', 'می\u200cخواهم', '<b>Sana</b>'])(
  'an ordinary name stays as it is: %j',
  (name) => expect(nameInMail(name)).toBe(name),
);

it.each([
  ['S.M.Khan', 'S. M. Khan'],
  ['https://evil.example/win?a=1', 'https: / /evil. example/win?a=1'],
  ['HTTP:\\\\EVIL.EXAMPLE', 'HTTP: \\ \\EVIL. EXAMPLE'],
  ['www.evil.example', 'www. evil. example'],
  ['evil.example', 'evil. example'],
  ['//evil.example', '/ /evil. example'],
  ['mail me@evil.example', 'mail me@ evil. example'],
  ['mailto:me@evil', 'mailto: me@ evil'],
  ['tel:+92300', 'tel: +92300'],
  ['evil。example．com｡pk․x', 'evil。 example． com｡ pk․ x'],
  ['evil.\u200bexample', 'evil. example'],
  ['evil.\ufeffexample', 'evil. example'],
  ['evil.\u200cexample', 'evil. \u200cexample'],
  ['Sana\u2028evil.example\u202e\r\nBcc: x', 'Sana evil. example Bcc: x'],
])('%j becomes %j', (name, shown) => {
  expect(nameInMail(name)).toBe(shown);
  expect(nameInMail(shown)).toBe(shown);
});

describe('a long name', () => {
  it.each([
    ['x'.repeat(160), 'x'.repeat(60)],
    ['🪔'.repeat(160), '🪔'.repeat(60)],
    [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
    ['a.'.repeat(80), 'a. '.repeat(20).trim()],
  ])('%.20j… is cut at 60 characters', (name, shown) => expect(nameInMail(name)).toBe(shown));
});

it.each([
  ['Still dark.\nThe pole leans, at 10 a.m. too.', 'Still dark.\nThe pole leans, at 10 a.m. too.'],
  ['The crew comes at 10:30 on 5.3.2026, 2.5 m of pipe.', 'The crew comes at 10:30 on 5.3.2026, 2.5 m of pipe.'],
  ['Ask in room 4.B: it is open.', 'Ask in room 4.B: it is open.'],
  ['see evil.example/x or 10.evil.pk', 'see evil. example/x or 10. evil. pk'],
  ['x.co', 'x. co'],
  ['mail me@evil.example, mailto:me@evil, tel:+92300', 'mail me@ evil. example, mailto: me@ evil, tel: +92300'],
  ['evil。example．com｡pk․xy', 'evil。 example． com｡ pk․ xy'],
  ['evil.\u200cexample', 'evil. \u200cexample'],
  ['see www.💩.la, www.👍🏻.la or evil.ⓒⓞⓜ', 'see www.💩. la, www. 👍🏻. la or evil. ⓒⓞⓜ'],
  ['see \u0915\u094d\u200c.com', 'see \u0915\u094d\u200c. com'],
  ['http://10.0.0.1/x', 'http: / /10.0.0.1/x'],
  ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
  ['one\n \n\n\t\ntwo', 'one\n\ntwo'],
  ['a\tb  c', 'a b c'],
  ['see https://evil.example', 'see https: / /evil. example'],
  ['evil.\u200bexample\u202e', 'evil. example'],
  ['x'.repeat(1000), 'x'.repeat(1000)],
])('a text %j becomes %j', (text, shown) => {
  expect(textInMail(text)).toBe(shown);
  expect(textInMail(shown)).toBe(shown);
});
