import { pages } from '@tma/contracts/pages';
import { expect, it } from 'vitest';
import { pageFile } from './pages.ts';

it.each([
  ['/', 'en', 'home.html'],
  ['/email-verification', 'en', 'email-verification.html'],
  ['/userDashboard', 'ur', 'userDashboard.ur.html'],
  ['/r/:reference', 'ur', 'r-reference.ur.html'],
] as const)('the page at %s in %s is the file %s, in the folder of all pages', (path, language, file) => {
  expect(pageFile(path, language)).toBe(file);
});

it('no two pages are one file', () => {
  const files = pages.map(({ path }) => pageFile(path, 'en'));
  expect(new Set(files).size).toBe(files.length);
});
