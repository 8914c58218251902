import { limits } from '@tma/contracts/limits';
import { pagePath } from '@tma/contracts/pages';
import { forRoles } from '@tma/contracts/roles';
import { call } from '@tma/web/api/call';
import { addTehsilError } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { Link } from '@tma/web/router';
import { useAdminSession } from '@tma/web/session/admin-session';
import { CardPage } from '@tma/web/ui/card-page';
import { TextField } from '@tma/web/ui/field';
import { Form, Submit } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { ForRoles } from '../for-roles.tsx';
import { noteFailure } from '../server-state.tsx';
import { t as translate, useT } from '../texts.ts';

const { min, max } = limits.tehsil;

/** /myadmin. Not for clerks and crew. Otherwise open to anybody; a visitor who is not signed in as an administrator needs the secret key. */
export default function AddTehsilPage() {
  return (
    <ForRoles roles={forRoles.head}>
      <AddTehsil />
    </ForRoles>
  );
}

function AddTehsil() {
  const t = useT();
  const signedIn = useAdminSession();
  // The token of who has to set up a second factor first adds nothing.
  const session = signedIn?.enrol ? null : signedIn;
  const { form, field, secret, submitHandler, rejected, formProps, busy } = useForm({ newtehsil: '', Secret_Key: '' });

  const submit = submitHandler(async ({ newtehsil, Secret_Key }) => {
    try {
      const body = session ? { newtehsil } : { newtehsil, Secret_Key };
      await call('POST /api/addTehsil', { body, token: session?.token });
    } catch (error) {
      // The token is no longer accepted: the form asks for the key instead, and keeps the name.
      if (session) noteFailure(error);
      return rejected(error, () => addTehsilError(error));
    }
    form.reset({ newtehsil: '', Secret_Key });
    return { tone: 'success', text: () => t('tehsil.added') };
  });

  return (
    <CardPage title={t('tehsil.title')}>
      <Form onSubmit={submit} {...formProps}>
        <TextField {...field('newtehsil', () => t('tehsil.name'), fits)} />
        {!session && (
          <PasswordField
            {...secret('Secret_Key', () => t('signUp.secretKey'))}
            hint={t(signedIn ? 'tehsil.secretKeyFirst' : 'tehsil.secretKeyHint')}
            autoComplete="off"
          />
        )}
        <Submit busy={busy} label={t('tehsil.submit')} meanwhile={t('tehsil.busy')} />
      </Form>
      {session && (
        <p>
          <Link to={pagePath('adminDashboard')}>{t('tehsil.dashboard')}</Link>
        </p>
      )}
    </CardPage>
  );
}

const fits = (name: string) => {
  const { length } = name.trim();
  return (length >= min && length <= max) || (() => translate('tehsil.length', { min, max }));
};
