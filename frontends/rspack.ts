import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, HtmlRspackPlugin, rspack } from '@rspack/core';
import { defaultLanguage } from '@tma/contracts/languages';
import { sharedModules } from './shared-modules.ts';

/** No remote brings one of them: the shell provides them all (`shell/federation.ts`). */
const shared = Object.fromEntries(
  sharedModules.map((name) => [name, { singleton: true, requiredVersion: false as const, import: false as const }]),
);

const browsers = ['chrome >= 117', 'edge >= 117', 'firefox >= 115', 'safari >= 16.4'];

const fontLoader = fileURLToPath(new URL('./font-loader.ts', import.meta.url));
const plainTextLoader = fileURLToPath(new URL('./plain-text-loader.ts', import.meta.url));

/** `ur` of the file of its texts. The default language's are part of the code that shows them. */
const languageOfTexts = new RegExp(`/locales/(?!${defaultLanguage}\\.)([\\w-]+)\\.json$`);

/** All texts of a frontend in another language are one chunk, `texts-ur`, that only readers of the language load. */
const texts = {
  test: languageOfTexts,
  name: (module: { nameForCondition(): string | undefined }) =>
    `texts-${languageOfTexts.exec(module.nameForCondition() ?? '')?.[1]}`,
  chunks: 'async',
  enforce: true,
} as const;

/** The federation's runtime is one chunk with `shell/federation.ts`, which has that name. */
const federation = { test: /@module-federation/, name: 'federation', chunks: 'async', enforce: true } as const;

/**
 * What draws maps is one chunk, `map`, and what only maps of pictures need another: who never opens a map loads none of it, and the worker
 * does not keep it.
 */
const map = {
  test: /node_modules[\\/](ol|pmtiles|pbf|rbush|quickselect|earcut|fflate)[\\/]/,
  name: (_module: unknown, chunks: readonly { name?: string }[]) =>
    chunks.every(({ name }) => name === 'map-pictures') ? 'map-pictures' : 'map',
  chunks: 'async',
  enforce: true,
} as const;

const rules: NonNullable<Configuration['module']>['rules'] = [
  {
    test: /\.tsx?$/,
    loader: 'builtin:swc-loader',
    options: {
      env: { targets: browsers },
      jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
    },
    type: 'javascript/auto',
  },
  { test: /\.css$/, type: 'css/auto' },
  { test: /\.(svg|woff2)$/, type: 'asset/resource' },
  { test: /node_modules[\\/]ol[\\/]render[\\/]canvas\.js$/, loader: plainTextLoader },
  { test: /\.md$/, type: 'asset/source' },
  { test: /\.woff2$/, resourceQuery: /letters=/, loader: fontLoader },
];

/** The configuration that all frontends share. @param folder the frontend's own, as a file URL */
function common(name: string, folder: string): Configuration {
  return {
    name,
    mode: 'production',
    context: fileURLToPath(folder),
    target: [`browserslist:${browsers.join(', ')}`, 'web'],
    devtool: false,
    output: {
      path: fileURLToPath(new URL('dist', folder)),
      filename: '[name].[contenthash:10].js',
      chunkFilename: '[name].[contenthash:10].js',
      cssFilename: '[name].[contenthash:10].css',
      cssChunkFilename: '[name].[contenthash:10].css',
      assetModuleFilename: '[name].[contenthash:10][ext]',
      uniqueName: `tma-${name}`,
      clean: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules,
      parser: { 'css/auto': { namedExports: false } },
      generator: { 'css/auto': { localIdentName: '[uniqueName]-[local]-[hash:8]' } },
    },
    optimization: { splitChunks: { cacheGroups: { texts, map } } },
    performance: { hints: false },
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}

/** How a frontend is built. @param build identifies the sources it is made from */
export type Recipe = (build: string) => Configuration;

/** The shell, served at the root. It provides the shared modules and the federation's runtime in a chunk of its own. */
export const shell =
  (folder: string): Recipe =>
  () => {
    const config = common('shell', folder);
    return {
      ...config,
      entry: { main: './main.tsx' },
      output: { ...config.output, publicPath: '/' },
      optimization: { splitChunks: { cacheGroups: { texts, federation, map } } },
      plugins: [
        new HtmlRspackPlugin({ template: './index.html', scriptLoading: 'defer' }),
        new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }] }),
        // As its plugin does for remotes. Entries are loaded by their address: no manifest is read for more.
        new rspack.DefinePlugin({ ENV_TARGET: '"web"', FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true' }),
      ],
    };
  };

/** The shell for Node: `prerender.tsx`, with the same class names and asset addresses as in the browser. */
export const prerenderer =
  (folder: string): Recipe =>
  () => {
    const config = common('shell', folder);
    return {
      ...config,
      entry: { prerender: './prerender.tsx' },
      target: 'node24',
      output: { ...config.output, publicPath: '/', filename: '[name].mjs', module: true, library: { type: 'module' } },
      // The pages of remotes are never rendered there.
      resolve: { ...config.resolve, alias: { './federation.ts': false } },
      optimization: { ...config.optimization, minimize: false },
    };
  };

/**
 * The shell's service worker, and what stands in its place where it is switched off: classic scripts under one address each.
 * @param entry their sources by name; `files` are the addresses of the shell's scripts and style sheets, which it keeps
 */
export const serviceWorker =
  (folder: string, entry: Readonly<Record<string, string>>) =>
  (build: string, files: readonly string[]): Configuration => {
    const config = common('worker', folder);
    return {
      ...config,
      entry: { ...entry },
      output: { ...config.output, publicPath: '/', filename: '[name].js' },
      plugins: [new rspack.DefinePlugin({ BUILD: JSON.stringify(build), FILES: JSON.stringify(files) })],
    };
  };

/**
 * A remote: exposes the table of its pages, and may be served below any path. The build is part of the names of its chunks
 * and classes: two builds of one remote can be loaded side by side in a page that stays open.
 */
export const remote =
  (name: string, folder: string): Recipe =>
  (build) => {
    const config = common(`${name}-${build}`, folder);
    return {
      ...config,
      name,
      entry: {},
      output: { ...config.output, publicPath: 'auto' },
      plugins: [
        new ModuleFederationPlugin({
          name,
          dts: false,
          filename: 'remoteEntry.[contenthash:10].js',
          manifest: true,
          exposes: { './pages': './pages.ts' },
          shared,
          experiments: { externalRuntime: true, optimization: { target: 'web' } },
        }),
      ],
    };
  };
