import type { EventData } from '@tma/contracts';
import type { EventInfo, Tx } from '@tma/kit';
import * as store from './audit.store.ts';
import { hashOf } from './chain.ts';

/** Adds an entry to the audit log, in the transaction that notes the event as handled; one at a time. */
export async function appendEntry(
  tx: Tx,
  { kind, tehsil, by: id, about, detail, person: of }: EventData<'StaffActed'>,
  { time }: EventInfo,
): Promise<void> {
  // As the column has it: the hash is of what is read there later.
  const person = of?.toLowerCase() ?? null;
  const by = id === null ? null : { id, name: await store.adminName(tx, id) };
  const { seq, hash: previous } = await store.lockEnd(tx);
  const entry = { seq: seq + 1, at: new Date(time).toISOString(), tehsil, kind, by, about, detail, person, previous };
  await store.insertEntry(tx, { ...entry, hash: hashOf(entry) });
}
