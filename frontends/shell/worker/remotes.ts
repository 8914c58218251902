/** The builds of the remotes. They are not known when the shell is built: each is kept when it is first loaded. */
import { fetchFile, keepAll } from './fetch-file.ts';

/** The list of the remotes, which names their manifests. */
const listPath = '/remotes.json';
const listCache = 'tma-remotes';
const buildPrefix = 'tma-remote ';

/**
 * Keeps the build of a remote that its manifest names: completely, and only then it replaces the previous build. A
 * manifest with files of another build would show half a page.
 */
export async function keepRemote(manifest: string): Promise<void> {
  await keepAll(await caches.open(listCache), [listPath]);
  const answer = await fetchFile(manifest, { cache: 'no-cache' });
  const files = filesOf(await answer.clone().json(), manifest);
  const ofRemote = `${buildPrefix}${new URL('./', manifest).pathname} `;
  const name = ofRemote + files[0];
  const cache = await caches.open(name);
  if (!(await cache.match(manifest))) {
    await keepAll(cache, files);
    await cache.put(manifest, answer);
  }
  for (const other of await caches.keys()) if (other.startsWith(ofRemote) && other !== name) await caches.delete(other);
}

/** What a remote's `mf-manifest.json` says of its files, as far as they are read here. */
interface Assets {
  js: { sync: string[]; async: string[] };
  css: { sync: string[]; async: string[] };
}
interface Manifest {
  metaData: { remoteEntry: { path: string; name: string } };
  exposes: { assets: Assets }[];
}

/** The chunk that draws maps (`map` in frontends/rspack.ts): it is large, and kept once a page has loaded it. */
const isOfMaps = (name: string) => /(^|\/)map(-pictures)?\.\w+\.js$/.test(name);

/** The addresses of all files of a remote's build, its entry first, but for what draws maps. @param address of the manifest */
export function filesOf(manifest: unknown, address: string): string[] {
  const { metaData, exposes } = manifest as Manifest;
  const entry = metaData.remoteEntry.path + metaData.remoteEntry.name;
  const pieces = exposes.flatMap(({ assets: { js, css } }) => [...js.sync, ...js.async, ...css.sync, ...css.async]);
  return [...new Set([entry, ...pieces])].filter((name) => !isOfMaps(name)).map((name) => new URL(name, address).href);
}
