import { useQueryClient } from '@tanstack/react-query';
import type { Words } from '@tma/web/language/words';
import { useState } from 'react';
import { t } from '../../texts.ts';
import type { AdminReport } from '../segments.ts';
import { proofState } from './proof-state.ts';
import type { ChosenPicture } from './send-proof.ts';
import { useHistory } from './use-history.ts';
import { isFailure, useProof } from './use-proof.ts';

/** The picture that a closing uses. */
interface ClosingPicture {
  image: string | null;
  alike: string | null;
}

const without: ClosingPicture = { image: null, alike: null };

interface ClosingOptions {
  token: string;
  report: AdminReport;
  /** Whether closing is chosen: then the history is read. */
  enabled: boolean;
  first: ChosenPicture | undefined;
}

/** What closing a report takes: its picture, and whether one is required or there already. Its history is read for that. */
export function useClosing({ token, report, enabled, first }: ClosingOptions) {
  const client = useQueryClient();
  const proof = useProof({ token, id: report.id, first });
  const [refused, setRefused] = useState(false);
  const history = useHistory(token, report, enabled);
  const state = history.data ? proofState(history.data) : null;
  const required = refused || (state?.required ?? report.closure === 'disputed');
  const waiting = state?.waiting ?? null;

  const readAgain = () => void client.invalidateQueries({ queryKey: ['history', report.id] });
  const require = () => {
    setRefused(true);
    proof.setError(() => t('proof.required'));
    readAgain();
  };

  /** Sends what is chosen. What is wrong with it is said beside the field; `changed`: the report is another by now. */
  const sendPicture = async (): Promise<ClosingPicture | { text: Words } | 'refused' | 'changed'> => {
    if (required && !waiting && !proof.chosen().file) {
      proof.setError(() => t('proof.required'));
      return 'refused';
    }
    proof.setError(undefined);
    const outcome = await proof.send(history.data?.at(-1)?.seq);
    // Also after a failure: what had no answer may have arrived.
    if (outcome) readAgain();
    if (!isFailure(outcome)) return outcome ?? { image: waiting, alike: null };
    if (outcome === 'changed' || 'text' in outcome) return outcome;
    proof.setError(outcome.field);
    return 'refused';
  };

  return {
    proof,
    required,
    reason: state?.reason ?? null,
    waiting,
    without,
    sendPicture,
    /** The server says that a picture is needed. */
    require,
  };
}
