import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fact, Facts } from '@tma/web/ui/facts';
import { useState } from 'react';
import { t as translate, useT } from '../../texts.ts';
import { type AdminReport, readHistory } from '../segments.ts';
import { refetchLists } from '../use-report-list.ts';
import { ProofField } from './proof-field.tsx';
import { type ChosenPicture, type NotTaken, useProof } from './use-proof.ts';

interface ClosingProps {
  closing: ReturnType<typeof useClosing>;
  /** Whether there is a reporter to be asked: an account that was erased is not. */
  asks: boolean;
}

/** What closing a report takes: the picture of the finished work, and what its reporter said of the last time. */
export function Closing({ closing: { proof, required, reason, waiting, hidden }, asks }: ClosingProps) {
  const t = useT();
  return (
    <>
      {reason !== null && (
        <Facts>
          <Fact name={t('proof.reason')} written={reason} />
        </Facts>
      )}
      <ProofField proof={proof} required={required} waiting={waiting} hidden={hidden} />
      {asks && <p>{t('proof.asked')}</p>}
    </>
  );
}

interface ClosingPicture {
  image: string | null;
  alike: string | null;
}

interface ClosingOptions {
  token: string;
  report: AdminReport;
  /** Whether closing is chosen: then the reason of a dispute is read. */
  enabled: boolean;
  first: ChosenPicture | undefined;
}

/** The entry of the history that says why the reporter disputed the last closing. */
function useDispute(token: string, { id, updated_at }: AdminReport, enabled: boolean) {
  const history = useQuery({
    // The key that the history in the details has.
    queryKey: ['history', id, updated_at],
    queryFn: ({ signal }) => readHistory(token, id, signal),
    enabled,
    placeholderData: keepPreviousData,
  });
  return history.data?.findLast(({ kind }) => kind === 'disputed');
}

/** What closing a report takes: its picture, and whether one is required or there already. */
export function useClosing({ token, report, enabled, first }: ClosingOptions) {
  const client = useQueryClient();
  const proof = useProof({ token, report, first });
  const [refused, setRefused] = useState(false);
  const required = refused || report.proofRequired;
  const waiting = proof.sentImage ?? report.proofWaiting;
  const dispute = useDispute(token, report, enabled && required);
  const askForPicture = () => proof.setError(() => translate('proof.required'));

  /** Sends what is chosen: the picture that is used, or why it was not taken. */
  const sendPicture = async (): Promise<ClosingPicture | NotTaken> => {
    if (required && !waiting && !proof.chosen().file) {
      askForPicture();
      return 'refused';
    }
    const outcome = await proof.send();
    // Also after a failure: what had no answer may have arrived.
    if (outcome) refetchLists(client, report.id);
    return outcome ?? { image: waiting, alike: null };
  };

  return {
    proof,
    required,
    reason: (required && dispute?.text) || null,
    waiting,
    hidden: report.hidden,
    sendPicture,
    /** The server says that a picture is needed. */
    require: () => {
      setRefused(true);
      askForPicture();
    },
  };
}
