import { useQueryClient } from '@tanstack/react-query';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useSingle } from '@tma/web/hooks/use-single';
import { useWords } from '@tma/web/language/words';
import { Banner } from '@tma/web/ui/banner';
import { TemporaryButton } from '@tma/web/ui/temporary-button';
import { useT } from '../../texts.ts';
import { isClosed } from '../save-report.ts';
import type { AdminReport } from '../segments.ts';
import { useLatest } from '../use-latest.ts';
import type { ChangeProps } from '../use-report-change.ts';
import { refetchLists, replaceReport } from '../use-report-list.ts';
import css from './proof-field.module.css';
import { ProofField, ProofSending } from './proof-field.tsx';
import { isTaken, useProof } from './use-proof.ts';

/** Whether a picture may still join a report's closure: it has none, and its reporter has not answered. */
const takesProof = ({ status, closure, proof }: AdminReport) => isClosed(status) && closure === 'claimed' && !proof;

interface AddProofProps extends ChangeProps {
  /** Also while it is open: for a closing to come. */
  anytime?: boolean;
  /** Keeps a picture that had no answer, to be sent later; false where there is no room. */
  keep?: (picture: { file: File; before: string | null }) => Promise<boolean>;
}

/** Adds a picture of the finished work to a report that was closed without one; afterwards what came of it. */
export function AddProof(props: AddProofProps) {
  const t = useT();
  const { report, anytime } = props;
  const { proof, problem, done, add } = useAddProof(props);
  const open = takesProof(report) || (anytime && report.phase === 'open');
  if (!open && done === undefined) return null;
  return (
    <div className={css.add}>
      {open && (
        <>
          <ProofField proof={proof} />
          <ProofSending proof={proof} />
          {problem !== undefined && <Banner tone="quiet">{problem}</Banner>}
        </>
      )}
      {done !== undefined && <Banner tone="quiet">{done}</Banner>}
      {open && (
        <TemporaryButton ref={add.ref} look="quiet" busy={add.busy} onClick={add.run}>
          {add.busy ? t('proof.adding') : t('proof.add')}
        </TemporaryButton>
      )}
    </div>
  );
}

/** Sends what is chosen, and says what came of it, or keeps it where it had no answer. */
function useAddProof({ token, report, onChange, onLost, unsent, keep }: AddProofProps) {
  const t = useT();
  const client = useQueryClient();
  const proof = useProof({ token, report, first: unsent?.picture });
  const [problem, setProblem] = useWords();
  const [done, setDone] = useWords();
  const isMounted = useIsMounted();
  // It may be another by the time that the picture is there.
  const known = useLatest(report);

  const add = useSingle(async () => {
    setProblem(undefined);
    const sent = await proof.send();
    if (sent === null) return proof.setError(() => t('proof.none'));
    const lost = () => {
      if (!isMounted.current) onLost(report, { picture: proof.chosen() });
    };
    if (sent === 'refused') return lost();
    const { file, before, unsure } = proof.chosen();
    if (isTaken(sent)) {
      if (takesProof(known.current)) {
        const shown = { ...known.current, proof: sent.image };
        replaceReport(client, shown);
        onChange(shown);
      }
      const { alike } = sent;
      setDone(() => [t('proof.added'), alike && t('proof.alike', { reference: alike })].filter(Boolean).join(' '));
    } else if (sent !== 'changed' && !sent.isStopped && file && unsure && (await keep?.({ file, before }))) {
      proof.choose(null);
      return setDone(() => t('crew.kept'));
    } else {
      lost();
      if (sent === 'changed') setDone(() => t('proof.changed'));
      else setProblem(sent.text);
    }
    refetchLists(client, report.id);
  });
  return { proof, problem, done, add };
}
