/** A picture of the finished work: what may be taken, and what taking it changes. */
import { ProofForm } from '@tma/contracts';
import { appendEvent, commitWith, HttpError, notFound, type Pool, type Tx, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { StoredFile } from '../files-client.ts';
import type { Form } from '../form.ts';
import { type LockedReport, lockReport } from '../stores/changes.store.ts';
import { lastClosure, type StandingClosure } from '../stores/closures.store.ts';
import { insertProof, joinClosure, noteProof } from '../stores/proofs.store.ts';
import { checkPicture } from '../submission.ts';
import { stateOf } from './refusals.ts';
import { decide } from './state-machine.ts';

/** A checked form whose picture is stored. */
interface CheckedProof {
  note: string | null;
  /** The upload's id. */
  imageId: string;
  path: string;
  told: NonNullable<StoredFile['proof']>;
}

/** Checks a form. Throws 400 for a note that is wrong, then what was wrong with the picture, or that there is none. */
export function checkProof({ fields, files }: Form): CheckedProof {
  const { note } = ProofForm.pick({ note: true }).parse({ note: fields.get('note') });
  const { id: imageId, path, proof: told } = checkPicture(files);
  if (!told) throw new Error('files told nothing of a proof');
  return { note: note || null, imageId, path, told };
}

/** Throws 409 when the report's closure takes no more proof. */
export function requireUnproved(closure: Pick<StandingClosure, 'standing' | 'hasProof'> | null): void {
  stateOf(decide(closure?.standing ?? 'none', closure?.hasProof ? 'prove-again' : 'prove'));
}

const reused = () =>
  new HttpError(422, 'proof_reused', 'This picture was used before. Take a new one.', {
    errors: [{ path: 'image', message: 'This picture was used before. Take a new one.' }],
  });

interface Proving {
  /** The report's id. */
  id: string;
  /** The administrator, who proves reports of their own tehsil only. */
  by: { id: string; tehsil: string };
  proof: CheckedProof;
}

/**
 * Saves a proof: its row, the entry in the history, the event, and the closure that waits for it, in one transaction.
 * Throws 404 for another tehsil's report, 409 when its closure takes no more proof, 422 when the picture was used before.
 */
export const saveProof = (pool: Pool, { id, by, proof }: Proving) =>
  transaction(pool, async (tx) => {
    const [report, closure] = await Promise.all([lockReport(tx, 'inTehsil', id, by.tehsil), lastClosure(tx, id)]);
    if (!report) throw notFound();
    requireUnproved(closure);
    if (proof.told.isOwnPicture) throw reused();
    return writeProof(tx, report, closure, by.id, proof);
  });

async function writeProof(
  tx: Tx,
  report: LockedReport,
  closure: StandingClosure | null,
  sentBy: string,
  { note, imageId, path: image, told: { sha256, takenAt, alike } }: CheckedProof,
) {
  const { id, reference, tehsil } = report;
  const row = { id: uuid(), sentBy, note, image, sha256, takenAt, alike };
  const inserted = await insertProof(tx, report, row);
  if (!inserted) throw reused();
  await commitWith(tx, [
    noteProof(tx, report, row),
    ...(closure?.standing === 'claimed' ? [joinClosure(tx, id, closure.id, row)] : []),
    appendEvent(tx, 'ProofAdded', id, { id, reference, tehsil, imageId }),
  ]);
  return { id: row.id, image, ...inserted };
}
