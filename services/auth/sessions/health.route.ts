import type { Handler } from '@tma/kit';

/** Names the API that this service follows (GoTrue, GET /health); it is no health check. */
export const identityHealth = (): Handler<'identityHealth'> => async () => ({
  version: '',
  name: 'GoTrue',
  description: 'GoTrue is a user registration and authentication API',
});
