import { pagePath } from '@tma/contracts/pages';
import { NewPasswordField } from '@tma/web/account/new-password-field';
import { PasswordSaved } from '@tma/web/account/password-saved';
import { statusOf } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { codeOf, reasonOf } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { focusMain } from '@tma/web/hooks/focus';
import { useLinkToken } from '@tma/web/hooks/use-link-token';
import { useOnChange } from '@tma/web/hooks/use-on-change';
import { Link } from '@tma/web/router';
import { removeAdminSession } from '@tma/web/session/admin-session';
import { Banner } from '@tma/web/ui/banner';
import { CardPage } from '@tma/web/ui/card-page';
import { Form, Submit } from '@tma/web/ui/form';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CodeField, useCodeFocus } from '../account/code-field.tsx';
import { useT } from '../texts.ts';
import { tokenIn } from '../tokens.ts';

/** /adminreset: opened by the mail's link it takes the new password. */
export default function AdminResetPage() {
  const t = useT();
  const token = useLinkToken(tokenIn);
  const [over, setOver] = useState<string | null>(null);
  // The form that had the focus is gone.
  useOnChange(over, focusMain);
  return (
    <CardPage title={t('recover.title')}>
      {token && token !== over ? (
        <NewPassword key={token} token={token} onOver={() => setOver(token)} />
      ) : (
        <>
          {over === null ? <p>{t('reset.none')}</p> : <Banner tone="error">{t('reset.over')}</Banner>}
          <p>
            <Link to={pagePath('adminRecover')}>{t('reset.again')}</Link>
          </p>
        </>
      )}
    </CardPage>
  );
}

interface NewPasswordProps {
  /** The link's token. It is used up when the form is sent, not before. */
  token: string;
  /** The link does not work, or not any more. */
  onOver: () => void;
}

function NewPassword(props: NewPasswordProps) {
  const t = useT();
  const { form, field, secret, formProps, busy, saved, asksCode, submit } = useReset(props);
  const typed = useWatch({ control: form.control, name: 'password' });
  if (saved) {
    const next = { to: pagePath('adminSignIn'), label: t('signIn.title') };
    return <PasswordSaved text={t('reset.saved')} next={next} />;
  }
  return (
    <>
      <p>{t('reset.lead')}</p>
      <Form onSubmit={submit} {...formProps}>
        <NewPasswordField {...secret('password', () => t('account.new'))} typed={typed} email="" />
        {asksCode && (
          <CodeField {...field('code', () => t('factor.code'))} recovery hint={t('factor.codeOrRecovery')} />
        )}
        <Submit busy={busy} label={t('reset.submit')} meanwhile={t('common.saving')} />
      </Form>
    </>
  );
}

/** Saves the new password. Where the account has a second factor, its code is asked for then. */
function useReset({ token, onOver }: NewPasswordProps) {
  const t = useT();
  const [saved, setSaved] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const { submitHandler, rejected, ...fields } = useForm({ password: '', code: '' });
  const focusCode = useCodeFocus(fields.form, fields.busy);

  const submit = submitHandler(async ({ password, code }) => {
    try {
      await call('POST /adminreset', { body: { token, Password: password, ...(asksCode && { Code: code }) } });
    } catch (error) {
      if (codeOf(error) === 'second_factor_required') {
        setAsksCode(true);
        focusCode();
        return null;
      }
      if ([404, 410].includes(statusOf(error))) onOver();
      return rejected(error, () => t('account.failed', { message: reasonOf(error) }));
    }
    // It has ended with all others.
    removeAdminSession();
    setSaved(true);
    return null;
  });
  return { ...fields, saved, asksCode, submit };
}
