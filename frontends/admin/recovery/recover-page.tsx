import { pagePath } from '@tma/contracts/pages';
import { call } from '@tma/web/api/call';
import { reasonOf } from '@tma/web/errors/error-texts';
import { looksLikeEmail, useForm } from '@tma/web/forms/use-form';
import { Link } from '@tma/web/router';
import { CardPage } from '@tma/web/ui/card-page';
import { TextField } from '@tma/web/ui/field';
import { Form, Submit } from '@tma/web/ui/form';
import { useT } from '../texts.ts';

/** /adminrecover: asks where to send the link to a new password. The answer is the same for known and unknown addresses. */
export default function AdminRecoverPage() {
  const t = useT();
  const { field, submitHandler, rejected, formProps, busy } = useForm({ email: '' });

  const submit = submitHandler(async ({ email: Email }) => {
    try {
      await call('POST /adminrecover', { body: { Email } });
    } catch (error) {
      return rejected(error, () => t('recover.failed', { message: reasonOf(error) }));
    }
    return { tone: 'success', text: () => t('recover.asked') };
  });

  return (
    <CardPage title={t('recover.title')}>
      <p>{t('recover.lead')}</p>
      <Form onSubmit={submit} {...formProps}>
        <TextField {...field('email', () => t('common.email'), looksLikeEmail)} type="email" autoComplete="username" />
        <Submit busy={busy} label={t('recover.submit')} meanwhile={t('common.sending')} />
      </Form>
      <p>
        <Link to={pagePath('adminSignIn')}>{t('recover.back')}</Link>
      </p>
    </CardPage>
  );
}
