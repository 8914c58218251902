/** A picture of the finished work: what may be taken, and what taking it changes. */
import { ProofForm } from '@tma/contracts';
import { appendEvent, fieldError, type Pool, type Tx, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { type CurrentClosure, lastClosure } from '../report/closure/closures.store.ts';
import { decide, stateOf } from '../report/closure/state-machine.ts';
import type { StoredFile } from '../report/form/files-client.ts';
import type { Form } from '../report/form/form.ts';
import { checkPicture } from '../report/form/form-files.ts';
import { insertEntry } from '../report/history.store.ts';
import { type LockedReport, lockFor } from '../report/locks.store.ts';
import type { Administrator } from '../report/policy.ts';
import { hasLookalike, insertProof, joinClosure, keepForClosing, lockProofs } from './proofs.store.ts';

/** A checked form whose picture is stored. */
interface CheckedProof {
  note: string | null;
  /** The upload's id. */
  imageId: string;
  path: string;
  /** What files found out about the picture. */
  traits: NonNullable<StoredFile['proof']>;
}

/** Checks a form. Throws 400 for a note that is wrong, then what was wrong with the picture, or that there is none. */
export function checkProof({ fields, files }: Form): CheckedProof {
  const { note } = ProofForm.pick({ note: true }).parse({ note: fields.get('note') });
  const { id: imageId, path, proof: traits } = checkPicture(files);
  if (!traits) throw new Error('files answered nothing about a proof');
  return { note: note || null, imageId, path, traits };
}

/** Throws 409 when the report's closure takes no more proof. */
export function requireUnproved(closure: Pick<CurrentClosure, 'state' | 'hasProof'> | null): void {
  stateOf(decide(closure?.state ?? 'none', closure?.hasProof ? 'prove-again' : 'prove'));
}

const reused = () => fieldError(422, 'proof_reused', 'image', 'This picture was used before. Take a new one.');

interface ProofRequest {
  id: string;
  by: Administrator;
  proof: CheckedProof;
}

/**
 * Saves a proof: its row, the entry in the history, the event, and the closure that waits for it, in one transaction.
 * Throws 404 for another tehsil's report, 409 when its closure takes no more proof, 422 when the picture was used before.
 */
export const saveProof = (pool: Pool, { id, by, proof }: ProofRequest) =>
  transaction(pool, async (tx) => {
    const report = await lockFor(tx, by, 'prove', id);
    const closure = await lastClosure(tx, id);
    requireUnproved(closure);
    if (proof.traits.isOwnPicture) throw reused();
    return writeProof(tx, report, closure, by.id, proof);
  });

async function writeProof(
  tx: Tx,
  report: LockedReport,
  closure: CurrentClosure | null,
  sentBy: string,
  { note, imageId, path: image, traits }: CheckedProof,
) {
  const { id, reference, tehsil } = report;
  const row = { id: uuid(), sentBy, note, image, ...traits };
  await lockProofs(tx, tehsil);
  if (await hasLookalike(tx, tehsil, traits)) throw reused();
  const inserted = await insertProof(tx, report, row);
  if (!inserted) throw reused();
  await insertEntry(tx, report, { kind: 'proved', by: sentBy, text: note, image });
  await appendEvent(tx, 'ProofAdded', id, { id, reference, tehsil, imageId });
  await (closure?.state === 'claimed' ? joinClosure(tx, report, closure.id, row) : keepForClosing(tx, report, row.id));
  return { id: row.id, image, ...inserted };
}
