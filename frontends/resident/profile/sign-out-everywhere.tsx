import { useMutation } from '@tanstack/react-query';
import { signOutEverywhere } from '@tma/web/session/resident-session';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import type { Resident } from '../require-resident.tsx';
import { useT } from '../texts.ts';

/** Ends every session of the person, this one too. */
export function SignOutEverywhere({ endSession, askBeforeLeaving }: Pick<Resident, 'endSession' | 'askBeforeLeaving'>) {
  const t = useT();
  const leaving = useMutation({
    mutationFn: () => endSession('profile.everywhereDone', signOutEverywhere),
    onError: (error) => console.warn('The sessions could not be ended:', error),
  });
  return (
    <>
      <p>{t('profile.everywhereText')}</p>
      {leaving.isError && <Banner tone="error">{t('profile.everywhereFailed')}</Banner>}
      <Button look="quiet" busy={leaving.isPending} onClick={() => askBeforeLeaving(() => leaving.mutate())}>
        {t('profile.everywhere')}
      </Button>
    </>
  );
}
