import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Frontend } from '@tma/contracts/pages';
import { call } from '@tma/web/api';
import type { RemotePages } from '@tma/web/remote';

export type RemoteName = Exclude<Frontend, 'shell'>;

/**
 * Fetches a remote's table of pages. Remotes are looked up and registered at run time, each time anew after a failure: one
 * that is listed when the shell is built blanks the whole shell while it is down.
 */
async function fetchPages(name: RemoteName): Promise<RemotePages> {
  const remotes = await call('GET /remotes.json');
  registerRemotes([{ name, entry: new URL(remotes[name].manifest, location.href).href }], { force: true });
  const exposed = await loadRemote<{ pages: RemotePages }>(`${name}/pages`);
  if (!exposed) throw new Error(`The remote ${name} exposes no pages`);
  return exposed.pages;
}

const known = new Map<RemoteName, Promise<RemotePages>>();

/** A page's component, by its path. A failure is forgotten, so that trying again asks anew. */
export async function fetchPage(name: RemoteName, path: string) {
  const pages = known.get(name) ?? fetchPages(name);
  known.set(name, pages);
  try {
    const fetch = (await pages)[path];
    if (!fetch) throw new Error(`The remote ${name} has no page ${path}`);
    return await fetch();
  } catch (error) {
    known.delete(name);
    throw error;
  }
}
