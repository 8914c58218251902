import { useMaxUploadMb } from '@tma/web/api/portal-config';
import { useSending } from '@tma/web/hooks/use-sending';
import { useWords, type Words } from '@tma/web/language/words';
import { fitPicture, isHeic } from '@tma/web/pictures/fit-picture';
import { goneText, isGone, pictureProblem, pictureProblemText } from '@tma/web/pictures/picture-problem';
import { useRef, useState } from 'react';
import { mayHaveArrived } from '../refusal.ts';
import type { AdminReport } from '../segments.ts';
import { proofFailure } from './proof-failure.ts';
import { pictureOf, type SentProof, sendProof } from './send-proof.ts';

/** A picture that was chosen. It outlives the dialog, which may be opened again with it. */
export interface ChosenPicture {
  file: File | null;
  sent: SentProof | null;
  /** The picture that the report had before, by its public path. */
  before: string | null;
  /** The file was sent without an answer: it may have arrived. */
  unsure: boolean;
}

/**
 * Why a picture was not taken: `refused`, where the field says why; `changed`, if the report has changed; or in words, also when
 * sending was stopped.
 */
export type NotTaken = 'refused' | 'changed' | { text: Words; isStopped?: boolean };

const nothingChosen: ChosenPicture = { file: null, sent: null, before: null, unsure: false };

interface ProofOptions {
  token: string;
  report: Pick<AdminReport, 'id' | 'proof' | 'proofWaiting'>;
  /** One that was chosen before, and could not be saved. */
  first?: ChosenPicture | undefined;
}

/** The chosen picture. It is scaled down first if it is too large; what is wrong with it is shown beside the field. */
function useChosenPicture(
  { report, first }: ProofOptions,
  maxMb: number,
  setError: (words: Words | undefined) => void,
) {
  const [chosen, setChosen] = useState<ChosenPicture>(first ?? nothingChosen);
  const latest = useRef(chosen);
  const fitting = useRef<Promise<void>>(Promise.resolve());
  const update = (change: Partial<ChosenPicture>) => {
    latest.current = { ...latest.current, ...change };
    setChosen(latest.current);
  };
  const fit = async (file: File) => {
    // Unchanged wherever possible: what the camera noted, and whether it was used before, is known of the file itself.
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
    update({ file, before: pictureOf(report), unsure: false });
    if (file) fitting.current = fit(file);
  };
  return { chosen, latest, update, choose, whenFitted: () => fitting.current };
}

/** Choosing and sending a picture of the finished work. Leaving the dialog does not stop the sending. */
export function useProof(options: ProofOptions) {
  const { token, report } = options;
  const maxMb = useMaxUploadMb();
  const [error, setError] = useWords();
  const sending = useSending();
  const { chosen, latest, update, choose, whenFitted } = useChosenPicture(options, maxMb, setError);

  const refuse = (words: Words): 'refused' => {
    setError(words);
    return 'refused';
  };
  /** Sends the chosen picture, unless it was sent before. Null where none is chosen; or why it was not taken. */
  const send = async (): Promise<SentProof | null | NotTaken> => {
    setError(undefined);
    await whenFitted();
    const { file, sent, before, unsure } = latest.current;
    if (!file) return null;
    if (sent?.file === file) return sent;
    const problem = pictureProblem(file, maxMb);
    if (problem) return refuse(() => pictureProblemText(problem, maxMb));
    if (await isGone(file)) return refuse(goneText);
    try {
      const proof = { token, id: report.id, before, unsure };
      const taken = await sending.send((transport) => sendProof(file, { ...proof, ...transport }));
      update({ sent: taken, unsure: false });
      return taken;
    } catch (failed) {
      console.warn('The picture was not taken:', failed instanceof Error ? failed.message || failed.name : failed);
      update({ unsure: unsure || mayHaveArrived(failed) });
      const failure = proofFailure(failed, maxMb);
      return failure !== 'changed' && 'field' in failure ? refuse(failure.field) : failure;
    }
  };

  return {
    file: chosen.file,
    isSent: chosen.file !== null && chosen.sent?.file === chosen.file,
    /** The public path of the picture that was sent last, even if another has been chosen since. */
    sentImage: chosen.sent?.image ?? null,
    error,
    setError,
    share: sending.share,
    choose,
    send,
    stop: sending.stop,
    /** What is chosen, also after the dialog was closed. */
    chosen: () => latest.current,
  };
}

/** Whether the portal has it. */
export const isTaken = (outcome: SentProof | NotTaken): outcome is SentProof =>
  typeof outcome === 'object' && 'image' in outcome;
