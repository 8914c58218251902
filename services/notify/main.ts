import { topics } from '@tma/contracts';
import { startService } from '@tma/kit';
import { buildApp } from './app.ts';
import { config } from './config.ts';
import { hears } from './events.ts';
import { startSender } from './sender.ts';

await startService(config, {
  name: 'notify',
  migrations: new URL('./migrations', import.meta.url),
  app: buildApp,
  hears: { topics: [topics.reports, topics.identity], handlers: hears },
  work: startSender,
});
