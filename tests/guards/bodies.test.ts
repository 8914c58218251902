import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { askFrom, newAddress } from '../../testing/ask-from.ts';
import { join, joinAdmin } from '../../testing/calls.ts';
import { bodies, nonsense } from '../../testing/guards/bodies.ts';
import { audienceOf, itStillAnswers, routes } from '../../testing/guards/operations.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
let tokens: { resident: string; admin: string };
beforeAll(async () => {
  tokens = {
    resident: await join(portal, newResident('Mardan')),
    admin: await joinAdmin(portal, newResident('Mardan')),
  };
});

/** The names of the fields that an operation's body may have. */
const fieldsOf = (schema: z.ZodType) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : ['id']);

const withJson = routes.filter(({ body }) => body?.type === 'json');
/** One of each service and form of errors is asked with all of them: what reads bodies is one for a service. */
const bodiesFor = ({ id, service, errors }: (typeof routes)[number]) => {
  const first = withJson.find((other) => other.service === service && other.errors === errors);
  return bodies.filter(({ ofEach }) => ofEach || first?.id === id);
};

describe.each(withJson)('$method $path', (route) => {
  const { url, method, who, body } = route;
  // Nonsense may become this one's password, and the next nonsense end the account.
  let own: string;
  beforeAll(async () => {
    if (who !== 'anyone' && audienceOf(who) === 'resident') own = await join(portal, newResident('Mardan'));
  });
  // Each from a place of its own, so that no limit answers in the operation's stead.
  const send = (raw: string | Buffer, headers: Record<string, string> = {}) =>
    askFrom(portal.portal, newAddress())(url, {
      method,
      raw,
      headers,
      token: audienceOf(who) === 'admin' ? tokens.admin : own,
    });

  it.each(bodiesFor(route))('is asked with $what: its sender is told so', async ({ what, raw, headers, status }) => {
    const answer = await send(raw, headers);
    expect(answer.status, `${what} gave ${answer.text.slice(0, 300)}`).toBeLessThan(500);
    if (status) expect([what, answer.status]).toEqual([what, status]);
    expect(answer.text).not.toMatch(/node_modules|\bat .+:\d+:\d+|ZodError|SyntaxError|postgres/i);
  });

  it('is asked with nonsense in every field: its sender is told so', async () => {
    const fields = fieldsOf(body?.schema ?? z.object({}));
    const single = fields.flatMap((name) => nonsense.map((value) => ({ [name]: value })));
    const everywhere = nonsense.map((value) => Object.fromEntries(fields.map((name) => [name, value])));
    // Where there is one field, or none, some are the same.
    const raws = new Set([...single, ...everywhere].map((fields) => JSON.stringify(fields)));
    for (const raw of raws) {
      const { status, text } = await send(raw);
      expect(status, `${raw.slice(0, 200)} gave ${text.slice(0, 300)}`).toBeLessThan(500);
    }
  });
});

describe.each(routes.filter(({ body }) => body === undefined))('$method $path, which takes no body', (route) => {
  it('answers as without a body, or refuses it', async () => {
    const token = tokens[audienceOf(route.who)];
    const ask = askFrom(portal.portal, newAddress());
    const plain = await ask(route.url, { method: route.method, token });
    for (const { raw, what } of bodies.filter(({ status, ofEach }) => ofEach && status === 400)) {
      const { status } = await ask(route.url, { method: route.method, token, raw });
      expect([what, status === plain.status || (status >= 400 && status < 500)]).toEqual([what, true]);
    }
  });
});

itStillAnswers(portal);
