/** Values that are valid in no field. */
export const nonsense: unknown[] = [
  null,
  0,
  -1.5,
  1e308,
  true,
  [],
  {},
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\r\nX: y',
  "' or 1=1 --",
  '../../etc/passwd',
  'x'.repeat(20_000),
  { $ne: null },
  { toString: 'x', length: 1 },
  ['a', 'b'],
];

const deep = 10_000;

interface Body {
  what: string;
  raw: string | Buffer;
  headers?: Record<string, string>;
  /** The answer, where it is the same for all operations. */
  status?: number;
  /** What each operation's own schema or size decides; the rest is read by one parser for a whole service. */
  ofEach?: true;
}

/** Bodies that no operation can use. */
export const bodies: Body[] = [
  { what: 'nothing', raw: '', ofEach: true },
  { what: 'half an object', raw: '{', status: 400, ofEach: true },
  { what: 'two objects', raw: '{"a":1}{', status: 400 },
  { what: 'a list', raw: '[]', ofEach: true },
  { what: 'a text', raw: '"text"', status: 400 },
  { what: 'null', raw: 'null', ofEach: true },
  { what: 'a number', raw: '1', status: 400 },
  { what: '__proto__', raw: '{"__proto__":{"admin":true}}', status: 400, ofEach: true },
  { what: '__proto__, written in escapes', raw: '{"\\u005f_proto__":{"admin":true}}', status: 400 },
  { what: '__proto__, deeper', raw: '{"data":{"__proto__":{"admin":true}}}', status: 400 },
  { what: 'constructor.prototype', raw: '{"constructor":{"prototype":{"admin":true}}}', status: 400 },
  { what: `${deep} lists, open`, raw: '['.repeat(deep), status: 400 },
  { what: `${deep} lists`, raw: '['.repeat(deep) + ']'.repeat(deep) },
  { what: `${deep} objects`, raw: '{"a":'.repeat(deep) + 1 + '}'.repeat(deep) },
  { what: `${deep} objects in data`, raw: `{"data":${'{"a":'.repeat(deep) + 1 + '}'.repeat(deep)}}` },
  {
    what: '100 000 fields',
    raw: JSON.stringify(Object.fromEntries(Array.from({ length: 1e5 }, (_, n) => [n, 0]))),
  },
  { what: 'more than 1 MB', raw: JSON.stringify({ text: 'x'.repeat(2 ** 20) }), status: 413, ofEach: true },
  { what: 'a number of 100 000 digits', raw: `{"a":${'9'.repeat(100_000)}}` },
  { what: 'bytes that are no UTF-8', raw: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), status: 400 },
  { what: 'NUL', raw: '{"a":\u00001}', status: 400 },
  { what: 'a byte order mark', raw: '\ufeff{}' },
  { what: 'UTF-16', raw: Buffer.from('{"a":1}', 'utf16le'), status: 400 },
  {
    what: 'a form',
    raw: 'a=1&b=2',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    ofEach: true,
  },
  { what: 'plain text', raw: '{}', headers: { 'content-type': 'text/plain' }, status: 415 },
  {
    what: 'XML',
    raw: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    headers: { 'content-type': 'application/xml' },
    status: 415,
  },
  { what: 'multipart', raw: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' }, status: 415 },
  { what: 'no type at all', raw: '{}', headers: { 'content-type': '' }, status: 415 },
  { what: 'a type that is none', raw: '{}', headers: { 'content-type': 'json' }, status: 415 },
  {
    what: 'compressed',
    raw: Buffer.from('H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==', 'base64'),
    headers: { 'content-encoding': 'gzip' },
  },
];
