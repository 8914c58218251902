import type { ServicePlan } from '@tma/kit';
import { buildApp } from './app.ts';
import type { FilesConfig } from './config.ts';
import { buildOwn, type FilesOwn } from './context.ts';
import { startStripping } from './erased-pictures.ts';
import { handlers } from './events.ts';
import { startRemoval } from './removal.ts';
import { startSweep } from './sweep.ts';

/** What the service is made of. */
export const plan: ServicePlan<FilesConfig, FilesOwn> = {
  name: 'files',
  migrations: new URL('./migrations', import.meta.url),
  build: buildOwn,
  app: buildApp,
  handlers,
  metrics: (registry, { uploadBytes }) => registry.registerMetric(uploadBytes),
  background(files, events) {
    const stops = [startSweep(files, events), startRemoval(files), startStripping(files)];
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
      files.pictures.stop();
    };
  },
};
