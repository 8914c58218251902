import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Frontend } from '@tma/contracts/pages';
import { call } from '@tma/web/api';
import type { RemotePages } from '@tma/web/remote';
import type { ComponentType } from 'react';

export type RemoteName = Exclude<Frontend, 'shell'>;

interface Build {
  /** The address of its first script, whose name is a hash of it. */
  entry: string;
  pages: RemotePages;
}

/** The build of each remote that is in the page. A failure is forgotten, so that trying again asks anew. */
const present = new Map<RemoteName, Promise<Build>>();

/** Milliseconds that a page which is here already waits to learn of a newer build. */
const patience = 400;

/**
 * Fetches a page's component by its path, from the build of the remote that is current: one that was put in its place while
 * the page stayed open is loaded beside the old one.
 */
export async function fetchPage(name: RemoteName, path: string): Promise<ComponentType> {
  const known = await present.get(name)?.catch(() => undefined);
  const build = known ? await newerOf(name, known) : await load(name, findEntry(name));
  try {
    const fetch = build.pages[path];
    if (!fetch) throw new Error(`The remote ${name} has no page ${path}`);
    return (await fetch()).default;
  } catch (error) {
    present.delete(name);
    throw error;
  }
}

/** Whoever has the remote already can do with it: a server that does not answer soon, or at all, changes nothing. */
async function newerOf(name: RemoteName, known: Build): Promise<Build> {
  const entry = await findEntry(name, AbortSignal.timeout(patience)).catch(() => known.entry);
  return entry === known.entry ? known : load(name, Promise.resolve(entry));
}

function load(name: RemoteName, entry: Promise<string>): Promise<Build> {
  const loading = entry.then((address) => fetchBuild(name, address));
  present.set(name, loading);
  loading.catch(() => present.get(name) === loading && present.delete(name));
  return loading;
}

/** Looks up where the remote begins. Asked each time: a remote that was listed when the shell was built would blank it. */
async function findEntry(name: RemoteName, signal?: AbortSignal): Promise<string> {
  const remotes = await call('GET /remotes.json', { signal });
  const manifest = new URL(remotes[name].manifest, location.href);
  const answer = await fetch(manifest, { signal });
  if (!answer.ok) throw new Error(`${manifest} answered ${answer.status}`);
  const { metaData } = (await answer.json()) as { metaData: { remoteEntry: { name: string; path: string } } };
  return new URL(metaData.remoteEntry.path + metaData.remoteEntry.name, manifest).href;
}

async function fetchBuild(name: RemoteName, entry: string): Promise<Build> {
  registerRemotes([{ name, entry, type: 'global', entryGlobalName: name }], { force: true });
  const exposed = await loadRemote<{ pages: RemotePages }>(`${name}/pages`);
  if (!exposed) throw new Error(`The remote ${name} exposes no pages`);
  return { entry, pages: exposed.pages };
}
