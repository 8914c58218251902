import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, HtmlRspackPlugin, rspack } from '@rspack/core';

/**
 * What the shell brings and the remotes use of it, each a single copy in the page. The two of ours are small facades: a
 * shared module is shipped whole, so sharing react-router itself would cost every visitor 51 KB gzip.
 */
const shared = ['react', 'react-dom', '@tma/web/router', '@tma/web/texts'];

const share = (how: { eager: true } | { import: false }) =>
  Object.fromEntries(shared.map((name) => [name, { singleton: true, requiredVersion: false as const, ...how }]));

const browsers = ['chrome >= 117', 'edge >= 117', 'firefox >= 115', 'safari >= 16.4'];

/** What all frontends have in common. `folder` is the frontend's own, as a file URL. */
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
      rules: [
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
        { test: /\.svg$/, type: 'asset/resource' },
      ],
      parser: { 'css/auto': { namedExports: false } },
      generator: { 'css/auto': { localIdentName: '[uniqueName]-[local]-[hash:8]' } },
    },
    performance: { hints: false },
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}

/** How a frontend is built. `build` names what it is made from. */
export type Recipe = (build: string) => Configuration;

/** The shell: brings the shared modules and the federation's runtime, and is served at the root. */
export const shell =
  (folder: string): Recipe =>
  () => {
    const config = common('shell', folder);
    return {
      ...config,
      entry: { main: './main.tsx' },
      output: { ...config.output, publicPath: '/' },
      plugins: [
        new HtmlRspackPlugin({ template: './index.html', scriptLoading: 'defer' }),
        new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }] }),
        new ModuleFederationPlugin({
          name: 'shell',
          dts: false,
          shared: share({ eager: true }),
          experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
        }),
      ],
    };
  };

/** A page of its own, in one bundle and without federation. */
export const alone =
  (name: string, folder: string): Recipe =>
  () => {
    const config = common(name, folder);
    const html = new HtmlRspackPlugin({ title: name, scriptLoading: 'defer' });
    return { ...config, entry: { main: './main.tsx' }, output: { ...config.output, publicPath: '/' }, plugins: [html] };
  };

/** The shell once more, for node: `prerender.tsx`, with the class names and addresses that it has in the browser. */
export const prerenderer =
  (folder: string): Recipe =>
  () => {
    const config = common('shell', folder);
    return {
      ...config,
      entry: { prerender: './prerender.tsx' },
      target: 'node24',
      output: { ...config.output, publicPath: '/', filename: '[name].mjs', module: true, library: { type: 'module' } },
      // The pages of remotes are never drawn there.
      resolve: { ...config.resolve, alias: { '@module-federation/enhanced/runtime': false } },
      optimization: { minimize: false },
    };
  };

/**
 * A remote: exposes the table of its pages, and may be served below any path. The build is part of the names by which its
 * chunks and classes go in the page: two builds of one remote live side by side in a page that stays open.
 */
export const remote =
  (name: string, folder: string, pages: string): Recipe =>
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
          exposes: { './pages': pages },
          shared: share({ import: false }),
          experiments: { externalRuntime: true, optimization: { target: 'web' } },
        }),
      ],
    };
  };
