import { topics } from '@tma/contracts';
import { type Parts, startService } from '@tma/kit';
import { buildApp } from './app.ts';
import { config, type FilesConfig } from './config.ts';
import { hears } from './events.ts';
import { uploadBytes } from './metrics.ts';
import { demandStorage, type FilesParts, withStorage } from './parts.ts';
import { startSweep } from './sweep.ts';

let made: FilesParts | undefined;
/** Storage and picture turns are made once and shared by requests, events and the sweep. */
const whole = (parts: Parts<FilesConfig>) => {
  made ??= withStorage(parts);
  return made;
};

async function app(parts: Parts<FilesConfig>) {
  await demandStorage(parts.config).catch((error: Error) => {
    parts.log.fatal({ err: error.cause }, error.message);
    process.exit(1);
  });
  return buildApp(whole(parts));
}

await startService(config, {
  name: 'files',
  migrations: new URL('./migrations', import.meta.url),
  app,
  hears: { topics: [topics.reports, topics.identity], handlers: (parts) => hears(whole(parts)) },
  metrics: (registry) => registry.registerMetric(uploadBytes),
  work: (parts, events) => startSweep(whole(parts), events),
});
