import { pagePath } from '@tma/contracts/pages';
import { NewPasswordField } from '@tma/web/account/new-password-field';
import { PasswordSaved } from '@tma/web/account/password-saved';
import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { codeOf, serverText } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { removeAdminSession } from '@tma/web/session/admin-session';
import { Button } from '@tma/web/ui/button';
import { Form } from '@tma/web/ui/form';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CodeField } from '../account/code-field.tsx';
import { useT } from '../texts.ts';

interface NewPasswordProps {
  /** The link's token. It is used up when the form is sent, not before. */
  token: string;
  /** The link does not work, or not any more. */
  onOver: () => void;
}

export function NewPassword({ token, onOver }: NewPasswordProps) {
  const t = useT();
  const [saved, setSaved] = useState(false);
  const page = useForm({ password: '', code: '' });
  const { form, field, secret, formProps, busy } = page;
  const [asksCode, setAsksCode] = useState(false);
  const typed = useWatch({ control: form.control, name: 'password' });

  useEffect(() => {
    if (asksCode && !busy) form.setFocus('code');
  }, [asksCode, busy, form]);

  const submit = useSubmit(page, {
    token,
    onOver,
    asksCode,
    askCode: () => setAsksCode(true),
    onSaved: () => setSaved(true),
  });

  if (saved) {
    const next = { to: pagePath('adminSignIn'), label: t('reset.signIn') };
    return <PasswordSaved text={t('reset.saved')} next={next} />;
  }
  return (
    <>
      <p>{t('reset.lead')}</p>
      <Form onSubmit={submit} {...formProps}>
        <NewPasswordField {...secret('password', () => t('reset.password'))} typed={typed} email="" />
        {asksCode && <CodeField {...field('code', () => t('factor.code'))} hint={t('factor.codeOrRecovery')} />}
        <Button type="submit" busy={busy}>
          {busy ? t('reset.busy') : t('reset.submit')}
        </Button>
      </Form>
    </>
  );
}

interface SubmitOptions extends NewPasswordProps {
  asksCode: boolean;
  askCode: () => void;
  onSaved: () => void;
}

type Page = ReturnType<typeof useForm<{ password: string; code: string }>>;

function useSubmit({ submitHandler, rejected }: Page, { token, onOver, asksCode, askCode, onSaved }: SubmitOptions) {
  const t = useT();
  return submitHandler(async ({ password, code }) => {
    try {
      await call('POST /adminreset', { body: { token, Password: password, ...(asksCode && { Code: code }) } });
    } catch (error) {
      if (codeOf(error) === 'second_factor_required') {
        askCode();
        return null;
      }
      if (error instanceof ApiError && [404, 410].includes(error.status)) onOver();
      return rejected(error, () => t('reset.failed', { message: serverText(error) || t('account.unreachable') }));
    }
    // It has ended with all others.
    removeAdminSession();
    onSaved();
    return null;
  });
}
