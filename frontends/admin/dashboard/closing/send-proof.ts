/** Sending a picture of the finished work once, however often it is tried. */
import { ApiError } from '@tma/web/api/api-error';
import { upload } from '@tma/web/api/upload';
import { codeOf } from '@tma/web/errors/error-texts';
import { mayHaveArrived } from './proof-failure.ts';
import { readHistory } from './use-history.ts';

/** A picture that the portal has: its public path, and the report that it looks like a picture of. */
export interface SentProof {
  file: File;
  image: string;
  alike: string | null;
}

/** A picture that was chosen, and how far it came. It outlives the dialog, which may be opened again with it. */
export interface ChosenPicture {
  file: File | null;
  sent: SentProof | null;
  /** A file that was sent without an answer, and the last entry of the history that was known before. */
  unsure: { file: File; after: number } | null;
}

export const noPicture: ChosenPicture = { file: null, sent: null, unsure: null };

interface SendOptions {
  token: string;
  id: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Sends the file. Throws `ApiError`, or the signal's reason when it was stopped. */
export async function sendProof(file: File, { unsure }: ChosenPicture, options: SendOptions): Promise<SentProof> {
  const { token, id, signal, onProgress } = options;
  const after = unsure?.file === file ? unsure.after : null;
  const arrived = after === null ? null : await findProof(options, after);
  if (arrived) return { file, image: arrived, alike: null };
  const body = new FormData();
  body.set('image', file);
  try {
    const { image, alike } = await upload('POST /reports/{id}/proof', {
      params: { id },
      body,
      token,
      signal,
      onProgress,
    });
    return { file, image, alike };
  } catch (error) {
    // The try before, which had no answer, may have ended only now.
    const late = after !== null && codeOf(error) === 'proof_reused' ? await findProof(options, after) : null;
    if (late) return { file, image: late, alike: null };
    throw error;
  }
}

/** The newest picture that came in after an entry of the history. A history that cannot be read has none. */
async function findProof({ token, id }: SendOptions, after: number): Promise<string | null> {
  const history = await readHistory(token, id).catch((error: unknown) => {
    if (error instanceof ApiError) return [];
    throw error;
  });
  return history.findLast(({ seq, kind }) => kind === 'proved' && seq > after)?.image ?? null;
}

/** What is to be remembered of a file after it failed: whether it may have arrived. */
export const unsureAfter = (error: unknown, { unsure }: ChosenPicture, file: File, lastSeq: number | undefined) => {
  if (unsure?.file === file) return unsure;
  return mayHaveArrived(error) && lastSeq !== undefined ? { file, after: lastSeq } : null;
};
