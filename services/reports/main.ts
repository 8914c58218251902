import { topics } from '@tma/contracts';
import { startService } from '@tma/kit';
import { buildApp } from './app.ts';
import { config } from './config.ts';
import { hears } from './events.ts';

await startService(config, {
  name: 'reports',
  migrations: new URL('./migrations', import.meta.url),
  app: buildApp,
  hears: { topics: [topics.identity], handlers: hears },
});
