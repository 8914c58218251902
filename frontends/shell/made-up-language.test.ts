import { pageNames, siteMap } from '@tma/contracts/pages';
import { social } from '@tma/contracts/portal/contact';
import { createElement } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { draw, longer, textsIn, untranslatedIn } from '../../testing/made-up-language.ts';

/** What nobody translates: how the administration is reached, and names of others. */
const names = ['{phone}', '{email}', '{address}', ...social.map(({ name }) => name)];

/** The page at a path as it is drawn at build. */
const drawn = async (path: string) => draw(createElement((await import('./app.tsx')).App), path);

beforeAll(async () => {
  await import('./app.tsx');
  await (await import('@tma/web/texts')).setLanguage('xx');
});

it('is longer, and keeps what is filled in', () => {
  expect(longer('At most {{max}} MB')).toBe('⟦áť ɱóšť {{max}} ɱƀ øøøøøø⟧');
});

it.each([...pageNames.map((name) => siteMap[name].path), '/nowhere'])('%s is in it, whole', async (path) => {
  const html = await drawn(path);
  expect(textsIn(html).length).toBeGreaterThan(5);
  expect(untranslatedIn(html, names)).toEqual([]);
});

it('so are title and description', async () => {
  const { headOf } = await import('./head.ts');
  for (const name of pageNames)
    for (const text of Object.values(headOf(siteMap[name].path)))
      expect(text).toMatch(/^⟦[^a-zA-Z]*⟧( \| ⟦[^a-zA-Z]*⟧)?$/);
});

it('offers the two others, each by its own name', async () => {
  const html = await drawn('/');
  expect(html).toMatch(/<button[^>]* lang="en"[^>]*>English<\/button>/);
  expect(html).toMatch(/<button[^>]* lang="ur"[^>]*>اردو<\/button>/);
  await (await import('@tma/web/texts')).setLanguage('en');
  expect(await drawn('/')).toMatch(/lang="xx"[^>]*>Ŵéłł ɱáđé úþ<\/button>/);
});
