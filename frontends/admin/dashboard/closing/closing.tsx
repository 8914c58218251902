import { Written } from '@tma/web/ui/direction';
import { Fact, Facts } from '@tma/web/ui/facts';
import { useT } from '../../texts.ts';
import { ProofField } from './proof-field.tsx';
import type { useClosing } from './use-closing.ts';

interface ClosingProps {
  closing: ReturnType<typeof useClosing>;
  /** Whether there is a reporter to be asked: an account that was erased is not. */
  asks: boolean;
}

/** What closing a report takes: the picture of the finished work, and what its reporter said of the last time. */
export function Closing({ closing: { proof, required, reason, waiting }, asks }: ClosingProps) {
  const t = useT();
  return (
    <>
      {reason !== null && (
        <Facts>
          <Fact name={t('proof.reason')}>
            <Written>{reason}</Written>
          </Fact>
        </Facts>
      )}
      <ProofField proof={proof} required={required} waiting={waiting} />
      {asks && <p>{t('proof.asked')}</p>}
    </>
  );
}
