/** Where the builds of the remotes are. Which these are is not known when the shell is built: each is kept as it is met. */
import { fetchFile, keepAll } from './fetch-file.ts';
import { filesOf } from './manifest-files.ts';

/** The list of the remotes, which names their manifests. */
const listPath = '/remotes.json';
const listCache = 'tma-remotes';
const buildPrefix = 'tma-remote ';

/**
 * Keeps the build of a remote that its manifest names: whole, and only then in the place of the build before. A manifest
 * beside the files of another build would show half a page.
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
