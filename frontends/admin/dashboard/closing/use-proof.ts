import { limits } from '@tma/contracts/limits';
import { useConfig } from '@tma/web/api/portal-config';
import { useWords } from '@tma/web/language/words';
import { fitPicture, isHeic } from '@tma/web/pictures/fit-picture';
import { pictureProblem, pictureProblemText } from '@tma/web/pictures/picture-problem';
import { useRef, useState } from 'react';
import { type ProofFailure, proofFailure } from './proof-failure.ts';
import { type ChosenPicture, noPicture, type SentProof, sendProof, unsureAfter } from './send-proof.ts';

interface ProofOptions {
  token: string;
  id: string;
  /** One that was chosen before, and could not be saved. */
  first?: ChosenPicture | undefined;
}

/**
 * Choosing and sending a picture of the finished work. It is scaled down first where it is too large, then what is wrong is said beside the field.
 * Leaving the dialog does not stop it: what it is sent for goes on without the dialog, too.
 */
export function useProof({ token, id, first = noPicture }: ProofOptions) {
  const maxMb = useConfig()?.maxUploadMb ?? limits.uploadMb;
  const [chosen, setChosen] = useState(first);
  const [error, setError] = useWords();
  const [share, setShare] = useState<number | null>(null);
  const latest = useRef(first);
  const fitting = useRef<Promise<void>>(Promise.resolve());
  const sending = useRef<AbortController>(null);

  const update = (change: Partial<ChosenPicture>) => {
    latest.current = { ...latest.current, ...change };
    setChosen(latest.current);
  };
  const fit = async (file: File) => {
    // As it is wherever it may be: what the camera says of it, and whether it was used before, is known of the file itself.
    const mayStay = file.type !== '' && !isHeic(file) && file.size <= maxMb * 1024 * 1024;
    const fitted = mayStay ? file : await fitPicture(file);
    // Another may have been chosen meanwhile.
    if (latest.current.file !== file) return;
    update({ file: fitted });
    const problem = pictureProblem(fitted, maxMb);
    if (problem) setError(() => pictureProblemText(problem, maxMb));
  };
  const choose = (file: File | null) => {
    setError(undefined);
    update({ file });
    if (file) fitting.current = fit(file);
  };

  /** Sends what is chosen, unless it was sent before: null where nothing is, or why it was not taken. */
  const send = async (lastSeq: number | undefined): Promise<SentProof | null | ProofFailure> => {
    await fitting.current;
    const { file, sent } = latest.current;
    if (!file) return null;
    if (sent?.file === file) return sent;
    const problem = pictureProblem(file, maxMb);
    if (problem) return { field: () => pictureProblemText(problem, maxMb) };
    sending.current = new AbortController();
    setShare(0);
    try {
      const options = { token, id, signal: sending.current.signal, onProgress: setShare };
      update({ sent: await sendProof(file, latest.current, options), unsure: null });
      return latest.current.sent;
    } catch (failed) {
      console.warn('The picture was not taken:', failed instanceof Error ? failed.message || failed.name : failed);
      update({ unsure: unsureAfter(failed, latest.current, file, lastSeq) });
      return proofFailure(failed, maxMb);
    } finally {
      setShare(null);
    }
  };

  return {
    file: chosen.file,
    isSent: chosen.file !== null && chosen.sent?.file === chosen.file,
    error,
    setError,
    share,
    choose,
    send,
    stop: () => sending.current?.abort(),
    /** What is chosen, also for who has left the dialog. */
    chosen: () => latest.current,
  };
}

/** Whether it was not taken. */
export const isFailure = (outcome: SentProof | null | ProofFailure): outcome is ProofFailure =>
  outcome !== null && (outcome === 'changed' || !('image' in outcome));
