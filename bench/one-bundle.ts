import { fileURLToPath } from 'node:url';
import { type Recipe, shell } from '../frontends/rspack.ts';

const folder = new URL('../frontends/shell/', import.meta.url).href;
const runtime = fileURLToPath(new URL('./one-bundle-runtime.ts', import.meta.url));

/** The same app without federation, split by page. */
export const withoutFederation: Recipe = (build) => {
  const config = shell(folder)(build);
  const { parser, ...module } = config.module ?? {};
  return {
    ...config,
    resolve: { ...config.resolve, alias: { './federation.ts': runtime } },
    module: {
      ...module,
      parser: { ...parser, javascript: { dynamicImportMode: 'lazy' } },
    },
  };
};
