/** What crew did without a network: it waits in this browser's storage (IndexedDB) until it is sent, each for who did it. */
import { createListeners } from '@tma/web/listeners';
import { makeKey } from '@tma/web/make-key';
import { createStore, del, get, promisifyRequest, set, values } from 'idb-keyval';
import type { AdminReport } from '../../dashboard/segments.ts';

interface Act {
  key: string;
  /** Whose it is: the administrator's id. */
  by: string;
  report: Pick<AdminReport, 'id' | 'reference' | 'issue'>;
  /** By the device's clock, in milliseconds since 1970: they are sent in this order. */
  keptAt: number;
  /** The portal did not take it, and will not. */
  isRefused?: true;
}

/** What was done. `after`: the last entry of the history that was known; null where none was. `before`: the picture that the report had. */
export type Done =
  | { kind: 'start' }
  | { kind: 'note'; text: string; after: number | null }
  | { kind: 'picture'; file: File; before: string | null };
export type WaitingAct = Act & Done;
type NewAct = Pick<Act, 'by' | 'report'> & Done;

const store = createStore('tma-crew', 'acts');
const { subscribe, notify } = createListeners();

/** Calls its listener when something is stored or removed on this page. @returns a function that stops that */
export const onActsChange = subscribe;

/** What somebody did, the oldest first. */
export async function readActs(by: string): Promise<WaitingAct[]> {
  const acts = await values<WaitingAct>(store);
  return acts.filter((act) => act.by === by).sort((a, b) => a.keptAt - b.keptAt);
}

/** Stores a new act. Throws where the device has no room. */
export async function storeAct(act: NewAct): Promise<void> {
  // Work is begun once, however often that is pressed.
  const key = act.kind === 'start' ? `start ${act.by} ${act.report.id}` : makeKey();
  await set(key, { ...act, key, keptAt: Date.now() }, store);
  notify();
}

/** Whether it is still stored: who logs out may have it removed while others are sent. */
export const isStored = async ({ key }: WaitingAct): Promise<boolean> => (await get(key, store)) !== undefined;

/** Replaces an act that is still stored. Throws where the device has no room. */
export async function changeAct(act: WaitingAct): Promise<void> {
  await store('readwrite', async (acts) => {
    const before = await promisifyRequest<unknown>(acts.get(act.key));
    if (before !== undefined) acts.put(act, act.key);
    await promisifyRequest(acts.transaction);
  });
  notify();
}

export async function removeAct({ key }: WaitingAct): Promise<void> {
  await del(key, store);
  notify();
}
