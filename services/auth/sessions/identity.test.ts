import { operations } from '@tma/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { identityHealth, identitySettings } from './identity.route.ts';

const input = { params: undefined, query: undefined, body: undefined, caller: null };
const [request, reply] = [{} as FastifyRequest, {} as FastifyReply];

test('the settings have every field of those that GoTrue answers, in its order', async () => {
  const settings = await identitySettings()(input, request, reply);
  expect(operations.identitySettings.answers[200].safeParse(settings).success).toBe(true);
  expect(Object.entries(settings as object)).toEqual([
    ['external', expect.objectContaining({ anonymous_users: false, email: true, google: false, phone: false })],
    ['disable_signup', false],
    ['mailer_autoconfirm', false],
    ['phone_autoconfirm', false],
    ['sms_provider', ''],
    ['saml_enabled', false],
    ['saml_private_key_next_configured', true],
    ['passkeys_enabled', false],
  ]);
});

test('e-mail is the only way to sign in that is offered', async () => {
  const { external } = (await identitySettings()(input, request, reply)) as { external: Record<string, boolean> };
  expect(Object.keys(external).filter((name) => external[name])).toEqual(['email']);
});

test('the answer of /health names the API that this service follows', async () => {
  expect(await identityHealth()(input, request, reply)).toEqual({
    version: '',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
});
