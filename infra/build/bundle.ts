import { rspack } from '@rspack/core';
import type { Recipe } from '../../frontends/rspack.ts';
import { CommandError } from '../command.ts';

/** Bundles a frontend into a folder. Throws a CommandError with the errors of the bundler. */
export function bundle(recipe: Recipe, stamp: string, folder: string): Promise<void> {
  const config = recipe(stamp.slice(0, 8));
  const output = { ...config.output, path: folder, clean: true };
  return new Promise((resolve, reject) => {
    const compiler = rspack({ ...config, output });
    compiler.run((error, stats) => {
      const failure =
        error ??
        (stats?.hasErrors() ? new CommandError(stats.toString({ preset: 'errors-only', colors: false })) : null);
      compiler.close(() => (failure ? reject(failure) : resolve()));
    });
  });
}
