import type { Answer } from '@tma/web/api/operation-types';

export type PublicRecord = Answer<'GET /api/record/{reference}'>;

/** What is known of a report: its record, that there is none, or why it could not be read. */
export type View = { kind: 'record'; record: PublicRecord } | { kind: 'unknown' | 'limited' | 'away' };

/** By the status that was answered. */
export const viewOf = (status: number, record?: PublicRecord): View => {
  if (record) return { kind: 'record', record };
  if (status === 404 || status === 400) return { kind: 'unknown' };
  return { kind: status === 429 ? 'limited' : 'away' };
};

/**
 * What the server wrote into the document of the report with this reference: once, whoever comes back to it later asks anew. Null where
 * it has nothing of it, or could not know.
 */
export function takeFromPage(reference: string): View | null {
  const root = document.getElementById('root');
  const written = root?.dataset.record;
  if (!root || written === undefined) return null;
  delete root.dataset.record;
  const said = JSON.parse(written) as { reference: string; status: number; record?: PublicRecord };
  if (said.reference !== reference || said.status === 503) return null;
  return viewOf(said.status, said.record);
}
