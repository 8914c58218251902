import type { Handler } from '@tma/kit';

/** Names the API that this service follows (GoTrue, GET /health); it is no health check. */
export const identityHealth = (): Handler<'identityHealth'> => async () => ({
  version: '',
  name: 'GoTrue',
  description: 'GoTrue is a user registration and authentication API',
});

/** The ways to sign in that GoTrue lists and this portal does not offer; clients look them up by name. */
const notOffered =
  'anonymous_users apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak kakao linkedin linkedin_oidc notion spotify slack slack_oidc workos twitch twitter phone zoom';

/** Which ways to sign in there are (GoTrue, GET /settings). */
export const identitySettings = (): Handler<'identitySettings'> => async () => ({
  external: { ...Object.fromEntries(notOffered.split(' ').map((name) => [name, false])), email: true },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  // GoTrue says so where SAML is off, too.
  saml_private_key_next_configured: true,
  passkeys_enabled: false,
});
