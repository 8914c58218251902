import { upload } from '@tma/web/api/upload';
import { codeOf } from '@tma/web/errors/error-texts';
import { readReport } from '../segments.ts';

/** A picture that the portal has: its public path, and the report that it looks like a picture of. */
export interface SentProof {
  file: File;
  image: string;
  alike: string | null;
}

interface SendOptions {
  token: string;
  id: string;
  /** The public path of the picture that the report had before this one was chosen. */
  before: string | null;
  /** This file was sent already, and no answer came. */
  unsure: boolean;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/**
 * Sends a picture of the finished work, unless a try whose answer was lost has arrived. Throws `ApiError`, or the signal's reason
 * when it was stopped.
 */
export async function sendProof(file: File, { id, before, unsure, ...options }: SendOptions): Promise<SentProof> {
  const findArrived = async (): Promise<SentProof | null> => {
    const image = await readReport(options.token, id).then(pictureOf, () => null);
    return image && image !== before ? { file, image, alike: null } : null;
  };
  const arrived = unsure ? await findArrived() : null;
  if (arrived) return arrived;
  const body = new FormData();
  body.set('image', file);
  try {
    const { image, alike } = await upload('POST /reports/{id}/proof', { params: { id }, body, ...options });
    return { file, image, alike };
  } catch (error) {
    // The try before may have ended only now.
    const late = codeOf(error) === 'proof_reused' ? await findArrived() : null;
    if (late) return late;
    throw error;
  }
}

/** The picture of the finished work that a report has: one that waits for its closing, or that of its closure. */
export const pictureOf = ({ proofWaiting, proof }: { proofWaiting: string | null; proof: string | null }) =>
  proofWaiting ?? proof;
