import { fileURLToPath } from 'node:url';
import { type Recipe, shell } from '../frontends/rspack.ts';

const folder = new URL('../frontends/shell/', import.meta.url).href;
const runtime = fileURLToPath(new URL('./one-bundle-runtime.ts', import.meta.url));

/** The same app without federation: in one file, or split by page. */
export const withoutFederation =
  (how: 'one file' | 'by page'): Recipe =>
  (build) => {
    const config = shell(folder)(build);
    const { parser, ...module } = config.module ?? {};
    // Its reader reads English too.
    const inOtherLanguages = {
      test: /locales\/index\.ts$|language-style\.ts$/,
      parser: { dynamicImportMode: 'lazy' },
    } as const;
    const dynamicImportMode = how === 'one file' ? 'eager' : 'lazy';
    return {
      ...config,
      resolve: { ...config.resolve, alias: { './federation.ts': runtime } },
      module: {
        ...module,
        rules: [...(module.rules ?? []), inOtherLanguages],
        parser: { ...parser, javascript: { dynamicImportMode } },
      },
    };
  };
