import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
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

/** Whether a code is asked for at sign-in; sets it up step by step, and removes it. */
export function SecondFactor({ token, enrol, onLeave }: SecondFactorProps) {
  const t = useT();
  const client = useQueryClient();
  const queryKey = ['factor', token];
  const factor = useQuery({ queryKey, queryFn: ({ signal }) => call('GET /adminfactor', { token, signal }) });
  const [step, setStep] = useState<'idle' | 'setUp' | 'removing' | 'removed'>('idle');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey });

  const done = () => {
    setCodes(null);
    setStep('idle');
  };

  if (codes) return <RecoveryCodes codes={codes} next={enrol ? 'again' : 'done'} onDone={enrol ? onLeave : done} />;
  if (factor.isPending) return <Spinner />;
  if (factor.isLoadingError) return <EmptyState title={t('factor.unread')} onRetry={() => void factor.refetch()} />;
  const { active, recoveryCodesLeft = 0 } = factor.data ?? {};
  if (active)
    return (
      <>
        {step === 'setUp' && (
          // The answer that would have brought them was lost.
          <TakesFocus>
            <Banner tone="error">{t('factor.codesLost')}</Banner>
          </TakesFocus>
        )}
        <p>{t('factor.on')}</p>
        <p>{t('factor.unused', { number: recoveryCodesLeft })}</p>
        {step === 'removing' ? (
          <RemoveFactor token={token} onRemoved={() => refresh().then(() => setStep('removed'))} />
        ) : (
          <Button look="quiet" onClick={() => setStep('removing')}>
            {t('common.remove')}
          </Button>
        )}
      </>
    );
  return (
    <>
      {step === 'removed' && <Banner tone="success">{t('factor.removed')}</Banner>}
      <p>{enrol ? t('factor.must') : t('factor.off')}</p>
      {step === 'setUp' ? (
        <FactorSetUp
          token={token}
          onConfirmed={(recoveryCodes) => {
            setCodes(recoveryCodes);
            void refresh();
          }}
          onFailed={() => void refresh()}
        />
      ) : (
        <Button onClick={() => setStep('setUp')}>{t('factor.setUp')}</Button>
      )}
    </>
  );
}
