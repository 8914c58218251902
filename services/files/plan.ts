import type { ServicePlan } from '@tma/kit';
import { buildApp } from './app.ts';
import type { FilesConfig } from './config.ts';
import { buildOwn, type FilesOwn } from './context.ts';
import { handlers } from './events.ts';
import { startReplacingOriginals } from './pictures/erased-originals.ts';
import { startHiding } from './pictures/hiding.ts';
import { startRemoval } from './storage/removal.ts';
import { startSweep } from './uploads/sweep.ts';

export const plan: ServicePlan<FilesConfig, FilesOwn> = {
  name: 'files',
  schema: new URL('./schema/', import.meta.url),
  build: buildOwn,
  app: buildApp,
  handlers,
  metrics: (registry, { uploadBytes }) => registry.registerMetric(uploadBytes),
  background(files, events) {
    const stops = [startSweep(files, events), startRemoval(files), startReplacingOriginals(files), startHiding(files)];
    const stopAll = async () => {
      await Promise.all(stops.map((stop) => stop()));
      files.renderer.stop();
    };
    return [stopAll];
  },
};
