import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { EmptyState } from '@tma/web/ui/empty-state';
import { Spinner } from '@tma/web/ui/spinner';
import { TakesFocus } from '@tma/web/ui/takes-focus';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { FactorSetUp, RemoveFactor } from './factor-forms.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface SecondFactorProps {
  token: string;
  /** It has to be set up before anything else; then one signs in again. */
  enrol: boolean;
  onLeave: () => void;
}

/** `unsure`: it was to be confirmed here, and may be all the same. */
type Step = 'idle' | 'setUp' | 'unsure' | 'removing' | 'removed';

/** Whether a code is asked for at sign-in; sets it up step by step, and removes it. */
export function SecondFactor({ token, enrol, onLeave }: SecondFactorProps) {
  const t = useT();
  const { factor, refresh, know } = useFactor(token);
  const [step, setStep] = useState<Step>('idle');
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const done = () => {
    setCodes(null);
    setStep('idle');
  };
  const confirmed = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes);
    know({ active: true, recoveryCodesLeft: recoveryCodes.length });
  };
  const removed = () => {
    setStep('removed');
    know({ active: false, recoveryCodesLeft: 0 });
  };

  const failed = () => {
    setStep('unsure');
    refresh();
  };

  if (codes) return <RecoveryCodes codes={codes} next={enrol ? 'again' : 'done'} onDone={enrol ? onLeave : done} />;
  if (factor.isPending) return <Spinner />;
  if (!factor.data) return <EmptyState title={t('factor.unread')} onRetry={() => void factor.refetch()} />;
  const shared = { token, step, onStep: setStep };
  return factor.data.active ? (
    <Active {...shared} codesLeft={factor.data.recoveryCodesLeft} onRemoved={removed} />
  ) : (
    <Inactive {...shared} enrol={enrol} onConfirmed={confirmed} onFailed={failed} />
  );
}

type Factor = Answer<'GET /adminfactor'>;

/** The second factor as it is. What it has become is known at once, and read again: that may fail. */
function useFactor(token: string) {
  const client = useQueryClient();
  const queryKey = ['factor', token];
  const factor = useQuery({ queryKey, queryFn: ({ signal }) => call('GET /adminfactor', { token, signal }) });
  const refresh = () => void client.invalidateQueries({ queryKey });
  const know = (now: Factor) => {
    client.setQueryData<Factor>(queryKey, now);
    refresh();
  };
  return { factor, refresh, know };
}

interface StepProps {
  token: string;
  step: Step;
  onStep: (step: Step) => void;
}

interface ActiveProps extends StepProps {
  codesLeft: number;
  onRemoved: () => void;
}

function Active({ token, step, onStep, codesLeft, onRemoved }: ActiveProps) {
  const t = useT();
  return (
    <>
      {step === 'unsure' && (
        // The answer that would have brought them was lost.
        <TakesFocus>
          <Banner tone="error">{t('factor.codesLost')}</Banner>
        </TakesFocus>
      )}
      <p>{t('factor.on')}</p>
      <p>{t('factor.unused', { number: codesLeft })}</p>
      {step === 'removing' ? (
        <RemoveFactor token={token} onRemoved={onRemoved} />
      ) : (
        <Button look="quiet" onClick={() => onStep('removing')}>
          {t('common.remove')}
        </Button>
      )}
    </>
  );
}

interface InactiveProps extends StepProps, Pick<SecondFactorProps, 'enrol'> {
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onFailed: () => void;
}

function Inactive({ token, step, onStep, enrol, ...outcomes }: InactiveProps) {
  const t = useT();
  return (
    <>
      {step === 'removed' && <Banner tone="success">{t('factor.removed')}</Banner>}
      <p>{enrol ? t('factor.must') : t('factor.off')}</p>
      {step === 'setUp' || step === 'unsure' ? (
        <FactorSetUp token={token} {...outcomes} />
      ) : (
        <Button onClick={() => onStep('setUp')}>{t('factor.setUp')}</Button>
      )}
    </>
  );
}
