import { topics } from '@tma/contracts';
import { repeat, startService } from '@tma/kit';
import { buildApp } from './app.ts';
import { config } from './config.ts';
import { hears } from './events.ts';
import { forgetKeys } from './store.ts';

await startService(config, {
  name: 'reports',
  migrations: new URL('./migrations', import.meta.url),
  app: buildApp,
  hears: { topics: [topics.identity], handlers: hears },
  work: ({ pool, log }) =>
    repeat(3_600_000, () => forgetKeys(pool), log, 'old idempotency keys could not be forgotten'),
});
