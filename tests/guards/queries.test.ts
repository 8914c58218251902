import { beforeAll, describe, expect, inject, it } from 'vitest';
import { askFrom, newAddress } from '../../testing/ask-from.ts';
import { join, joinAdmin } from '../../testing/calls.ts';
import { nonsense } from '../../testing/guards/bodies.ts';
import { audienceOf, itStillAnswers, routes } from '../../testing/guards/operations.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal, newAddress());
let tokens: { resident: string; admin: string };
beforeAll(async () => {
  tokens = {
    resident: await join(portal, newResident('Mardan')),
    admin: await joinAdmin(portal, newResident('Mardan')),
  };
});

/** Texts as a URL can have them, and bytes that are no text. */
const texts = [
  // A lone surrogate cannot be written in a URL.
  ...nonsense
    .filter((value) => typeof value === 'string')
    .map((value) => encodeURIComponent(value.toWellFormed().slice(0, 4000))),
  '%ff',
  '%c0%ae',
  '%',
  '%00',
  '__proto__',
  'constructor',
];

describe.each(routes.filter(({ method }) => method === 'GET'))('nonsense asked of $path', (route) => {
  const token = () => tokens[audienceOf(route.who)];
  const demandFault = async (path: string) => {
    const { status, text } = await ask(path, { token: token() });
    expect(status < 500 || text.includes('"status":"down"'), `${path.slice(0, 200)} gave ${text.slice(0, 300)}`).toBe(
      true,
    );
  };

  it('is a mistake of its sender, never of the portal', async () => {
    const names = [
      ...(route.query ? Object.keys(route.query.shape) : ['q']),
      '__proto__',
      'constructor',
      'a[b]',
      'a.b',
    ];
    for (const text of texts) {
      for (const name of names) await demandFault(`${route.url}?${name}=${text}`);
      await demandFault(`${route.url}?${names[0]}=${text}&${names[0]}=${text}`);
    }
    // Where the path has no parameter, all are one.
    const paths = new Set(texts.map((text) => route.path.replace(/\{\w+\}/g, text || '%20')));
    for (const path of paths) await demandFault(path);
    await demandFault(`${route.url}?${'a=1&'.repeat(2000)}`);
  });
});

itStillAnswers(portal);
