import { signOutEverywhere } from '@tma/web/session/resident-session';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { useState } from 'react';
import type { Resident } from '../require-resident.tsx';
import { useT } from '../texts.ts';

/** Ends every session of the person, this one too. */
export function SignOutEverywhere({ endSession, askBeforeLeaving }: Pick<Resident, 'endSession' | 'askBeforeLeaving'>) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  const leave = async () => {
    setBusy(true);
    setFailed(false);
    try {
      await endSession('profile.everywhereDone', signOutEverywhere);
    } catch (error) {
      console.warn('The sessions could not be ended:', error);
      setFailed(true);
      setBusy(false);
    }
  };

  return (
    <>
      <p>{t('profile.everywhereText')}</p>
      {failed && <Banner tone="error">{t('profile.everywhereFailed')}</Banner>}
      <Button look="quiet" busy={busy} onClick={() => askBeforeLeaving(leave)}>
        {t('profile.everywhere')}
      </Button>
    </>
  );
}
