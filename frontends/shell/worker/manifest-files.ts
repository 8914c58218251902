/** What a remote's `mf-manifest.json` says of its files, as far as they are read here. */
interface Assets {
  js: { sync: string[]; async: string[] };
  css: { sync: string[]; async: string[] };
}
interface Manifest {
  metaData: { remoteEntry: { path: string; name: string } };
  exposes: { assets: Assets }[];
}

/** What draws maps (`map` in frontends/rspack.ts): it is large, and kept once a page has loaded it. */
const isOfMaps = (name: string) => /(^|\/)map(-pictures)?\.\w+\.js$/.test(name);

/** The addresses of all files of a remote's build, its entry first, but for what draws maps. @param address of the manifest */
export function filesOf(manifest: unknown, address: string): string[] {
  const { metaData, exposes } = manifest as Manifest;
  const entry = metaData.remoteEntry.path + metaData.remoteEntry.name;
  const pieces = exposes.flatMap(({ assets: { js, css } }) => [...js.sync, ...js.async, ...css.sync, ...css.async]);
  return [...new Set([entry, ...pieces])].filter((name) => !isOfMaps(name)).map((name) => new URL(name, address).href);
}
