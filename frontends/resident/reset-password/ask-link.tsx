import { pagePath } from '@tma/contracts/pages';
import { serverText } from '@tma/web/errors/error-texts';
import { looksLikeEmail, useForm } from '@tma/web/forms/use-form';
import { Link } from '@tma/web/router';
import { auth } from '@tma/web/session/resident-session';
import { TextField } from '@tma/web/ui/field';
import { Form, Submit } from '@tma/web/ui/form';
import { useT } from '../texts.ts';

/** Requests a mail with a reset link. The answer is the same for known and unknown addresses. */
export function AskLink({ expired }: { expired: boolean }) {
  const t = useT();
  const { field, submitHandler, rejected, formProps, busy } = useForm(
    { email: '' },
    expired ? { tone: 'error', text: () => t('reset.expired') } : null,
  );

  const submit = submitHandler(async ({ email }) => {
    const { error } = await auth.resetPasswordForEmail(email);
    if (error) return rejected(error, () => t('reset.askFailed', { message: serverText(error) }));
    return { tone: 'success', text: () => t('reset.asked') };
  });

  return (
    <>
      <p>{t('reset.askLead')}</p>
      <Form onSubmit={submit} {...formProps}>
        <TextField {...field('email', () => t('common.email'), looksLikeEmail)} type="email" autoComplete="username" />
        <Submit busy={busy} label={t('reset.ask')} meanwhile={t('common.sending')} />
      </Form>
      <p>
        <Link to={pagePath('signIn')}>{t('reset.backToSignIn')}</Link>
      </p>
    </>
  );
}
