import type { Handler } from '@tma/kit';
import type { Auth } from '../context.ts';

/** Ways to sign in that GoTrue knows and this portal does not offer. */
const notOffered = [
  ...['anonymous_users', 'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'snapchat', 'figma', 'fly', 'github'],
  ...['gitlab', 'google', 'keycloak', 'kakao', 'linkedin', 'linkedin_oidc', 'notion', 'spotify', 'slack'],
  ...['slack_oidc', 'workos', 'twitch', 'twitter', 'phone', 'zoom'],
];

export const identityHealth = (): Handler<'identityHealth'> => () => ({
  version: '',
  name: 'GoTrue',
  description: 'GoTrue is a user registration and authentication API',
});

export const identitySettings = (): Handler<'identitySettings'> => () => ({
  external: { ...Object.fromEntries(notOffered.map((name) => [name, false])), email: true },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  passkeys_enabled: false,
});

/** The public keys; who keeps them for a minute still learns of a new one before the first token with it is old. */
export const jwks =
  ({ keys }: Auth): Handler<'jwks'> =>
  async (_input, _request, reply) => {
    reply.header('cache-control', 'public, max-age=60');
    return keys.publicSet();
  };
