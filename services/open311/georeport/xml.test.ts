import { expect, it } from 'vitest';
import { toXml } from './xml.ts';

const inside = (value: string) =>
  toXml('a', value).slice('<?xml version="1.0" encoding="utf-8"?>\n<a>'.length, -'</a>\n'.length);

it.each([
  ['<b> & "c"', '&lt;b&gt; &amp; &quot;c&quot;'],
  ['an end ]]> of CDATA', 'an end ]]&gt; of CDATA'],
  [
    'a bell \u0007, a nul \u0000, no character \uffff, half of one \ud800',
    'a bell , a nul , no character , half of one \ufffd',
  ],
  ['گلی ۵ 🚧', 'گلی ۵ 🚧'],
  ['', ''],
])('%j is well-formed', (text, written) => {
  expect(inside(text)).toBe(written);
});

it('lists, booleans, nothing and what is not there', () => {
  const value = [{ metadata: true, type: null, group: undefined, attributes: [{ order: 1, values: [] }] }];
  expect(toXml('services', value)).toBe(
    '<?xml version="1.0" encoding="utf-8"?>\n<services><service><metadata>true</metadata><type></type>' +
      '<attributes><attribute><order>1</order><values></values></attribute></attributes></service></services>\n',
  );
});
