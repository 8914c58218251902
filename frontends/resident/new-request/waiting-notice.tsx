import { pagePath } from '@tma/contracts/pages';
import { Banner } from '@tma/web/ui/banner';
import { Button, ButtonLink } from '@tma/web/ui/button';
import { Actions } from '@tma/web/ui/form';
import { TakesFocus } from '@tma/web/ui/takes-focus';
import { sendsInBackground } from '@tma/web/waiting-reports/with-worker';
import { useT } from '../texts.ts';
import css from './form.module.css';
import { SignInAgain } from './sign-in-again.tsx';

interface WaitingNoticeProps {
  isSending: boolean;
  needsSignIn: boolean;
  /** Begins another report. */
  onAnother: () => void;
}

/** In place of the form: its report waits on this device until there is a network. */
export function WaitingNotice({ isSending, needsSignIn, onAnother }: WaitingNoticeProps) {
  const t = useT();
  return (
    <TakesFocus className={css.notice}>
      <Banner tone="success">{t('waiting.saved')}</Banner>
      <div role="status">
        {isSending && <p>{t('waiting.sending')}</p>}
        {needsSignIn && <p>{t('waiting.signIn')}</p>}
      </div>
      {!sendsInBackground() && <p>{t('waiting.noBackground')}</p>}
      <Actions>
        <ButtonLink to={pagePath('userDashboard', { tab: 'mycomplaints' })}>
          {t('reports.mycomplaints.title')}
        </ButtonLink>
        <Button look="quiet" onClick={onAnother}>
          {t('common.newReport')}
        </Button>
        {needsSignIn && <SignInAgain />}
      </Actions>
    </TakesFocus>
  );
}
