/** What the build writes into the worker (`worker` in frontends/rspack.ts). */
declare const BUILD: string;
declare const FILES: readonly string[];

/** The build that this worker belongs to. A new one has another script, by which browsers know that there is a new worker. */
const build = BUILD;

/** The scripts and style sheets of that build. */
export const files = FILES;

/** The cache of that build: its files and its documents, which belong together. */
export const shellCache = `tma-shell-${build}`;
export const isShellCache = (name: string) => name.startsWith('tma-shell-');
