import type { Credentials } from '@tma/web/account/sign-in-form';
import type { useForm } from '@tma/web/forms/use-form';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Done } from '@tma/web/ui/takes-focus';
import { useT } from '../texts.ts';
import { useResend } from '../use-resend.ts';

/** For a confirmation link that has expired: says so, and sends a new one to the address in the form. */
export function ExpiredLink({ page: { form, fail } }: { page: ReturnType<typeof useForm<Credentials>> }) {
  const t = useT();
  const { busy, outcome, resend } = useResend();

  const press = () => {
    const email = form.getValues('email').trim();
    if (email !== '') return void resend(email);
    fail('email', () => t('signIn.resendTo'));
    form.setFocus('email');
  };
  if (outcome === 'sent') return <Done>{t('verification.resent')}</Done>;
  return (
    <>
      <Banner tone="error">{outcome === 'failed' ? t('verification.resendFailed') : t('signIn.expired')}</Banner>
      <Button look="quiet" busy={busy} onClick={press}>
        {t('verification.resend')}
      </Button>
    </>
  );
}
