import { rspack } from '@rspack/core';
import type { Recipe } from '../../frontends/rspack.ts';
import { CommandError } from '../command.ts';

/** Builds a frontend by its recipe into a folder. Throws `CommandError` with what the bundler found wrong. */
export function runRecipe(recipe: Recipe, stamp: string, folder: string): Promise<void> {
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
