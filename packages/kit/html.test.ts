import { expect, test } from 'vitest';
import { escapeHtml } from './html.ts';

test('what has a meaning in HTML is escaped, nothing else', () => {
  expect(escapeHtml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;');
  expect(escapeHtml('&amp; مردان — 5 `x`')).toBe('&amp;amp; مردان — 5 `x`');
});
