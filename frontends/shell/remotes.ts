import type { Frontend } from '@tma/contracts/parts';
import { call } from '@tma/web/api/call';
import type { RemoteBuild } from '@tma/web/remote';
import { textsReady } from '@tma/web/texts';
import type { ComponentType } from 'react';
import { keepOffline } from './keep-offline.ts';

export type RemoteName = Exclude<Frontend, 'shell'>;

interface Build extends RemoteBuild {
  /** The address of its entry script, whose name contains a hash of it. */
  entry: string;
}

/** The build of each remote that is loaded, or is being loaded. After one that failed the next try loads again. */
const loadedBuilds = new Map<RemoteName, Promise<Build>>();

/** How long a page whose build is loaded waits for the address of a newer one, in milliseconds. */
const newerBuildTimeout = 400;

/**
 * Loads a page's component by its path, from the remote's current build: one that was deployed while the page stayed open is
 * loaded beside the old one. Its texts are here, too. Throws what kept it from loading.
 */
export async function loadPage(name: RemoteName, path: string): Promise<ComponentType> {
  const build = await currentBuild(name);
  try {
    const loadModule = build.pages[path];
    if (!loadModule) throw new Error(`The remote ${name} has no page ${path}`);
    const { default: Page } = await loadModule();
    await textsReady();
    keepBuild(name, build);
    return Page;
  } catch (error) {
    loadedBuilds.delete(name);
    throw error;
  }
}

/** The remote's current build; while a newer one is not to be had in time, the one that is loaded. */
export async function currentBuild(name: RemoteName): Promise<Build> {
  const known = await loadedBuilds.get(name)?.catch(() => undefined);
  return known ? newerOf(name, known) : load(name, findEntry(name));
}

/** Where the manifest of each remote was found, and the builds that are kept for when there is no network. */
const manifests = new Map<RemoteName, string>();
const keptEntries = new Set<string>();

/** Once for each build, when its first page is there; where that could not be begun, with the next page. */
function keepBuild(name: RemoteName, { entry }: Build): void {
  if (keptEntries.has(entry)) return;
  keptEntries.add(entry);
  void keepOffline(manifests.get(name)).then((begun) => begun || keptEntries.delete(entry));
}

/** The newer build, if there is one; the known one where the server does not answer in time, or not every server has the newer one yet. */
async function newerOf(name: RemoteName, known: Build): Promise<Build> {
  const entry = await findEntry(name, AbortSignal.timeout(newerBuildTimeout)).catch(() => known.entry);
  if (entry === known.entry) return known;
  const newer = load(name, Promise.resolve(entry)).catch(() => known);
  // Whoever asks meanwhile waits for the same.
  loadedBuilds.set(name, newer);
  return newer;
}

/** The build looks for the chunk by its name (infra/build/prerender.ts). */
const loadRuntime = () => import(/* webpackChunkName: "federation" */ './federation.ts');

function load(name: RemoteName, entry: Promise<string>): Promise<Build> {
  // Beside the search for the entry; its failure is found out when it is needed.
  loadRuntime().catch(() => undefined);
  const loading = entry.then((address) => fetchBuild(name, address));
  loadedBuilds.set(name, loading);
  return loading;
}

/** The address of the remote's entry script. Read each time: an address that was fixed when the shell was built would go stale. */
async function findEntry(name: RemoteName, signal?: AbortSignal): Promise<string> {
  const remotes = await call('GET /remotes.json', { signal });
  const manifest = new URL(remotes[name].manifest, location.href);
  const answer = await fetch(manifest, { signal });
  if (!answer.ok) throw new Error(`${manifest} answered ${answer.status}`);
  manifests.set(name, manifest.href);
  const { metaData } = (await answer.json()) as { metaData: { remoteEntry: { name: string; path: string } } };
  return new URL(metaData.remoteEntry.path + metaData.remoteEntry.name, manifest).href;
}

async function fetchBuild(name: RemoteName, entry: string): Promise<Build> {
  const { loadRemote, registerRemotes } = await loadRuntime();
  registerRemotes([{ name, entry, type: 'global', entryGlobalName: name }], { force: true });
  const exposed = await loadRemote<RemoteBuild>(`${name}/pages`);
  if (!exposed) throw new Error(`The remote ${name} exposes no pages`);
  return { ...exposed, entry };
}
