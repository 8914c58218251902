/**
 * What the build writes into the worker (`serviceWorker` in frontends/rspack.ts): its own name, and the addresses of its scripts and
 * style sheets. By the name a new build has another script, by which browsers know that there is a new worker.
 */
declare const BUILD: string;
declare const FILES: readonly string[];

export const files = FILES;

/** The cache of that build: its files and its documents, which belong together. */
export const shellCache = `tma-shell-${BUILD}`;
export const isShellCache = (name: string) => name.startsWith('tma-shell-');
