import { pagePath } from '@tma/contracts/pages';
import { NewPasswordField } from '@tma/web/account/new-password-field';
import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { serverText } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { useNavigate } from '@tma/web/router';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form, Pair } from '@tma/web/ui/form';
import { useWatch } from 'react-hook-form';
import { useT } from '../texts.ts';

interface JoinFormProps {
  /** The link's token. It is used up when the form is sent, not before. */
  token: string;
  /** Of whom it was sent to. */
  email: string;
  /** The link does not work any more, by the code of the refusal. */
  onOver: (code: string) => void;
}

/** Name and password of whom an invitation makes an administrator. */
export function JoinForm({ token, email, onOver }: JoinFormProps) {
  const t = useT();
  const navigate = useNavigate();
  const { form, field, secret, submitHandler, rejected, formProps, busy } = useForm({
    First_Name: '',
    Last_Name: '',
    Password: '',
  });
  const typed = useWatch({ control: form.control, name: 'Password' });

  const submit = submitHandler(async (fields) => {
    try {
      await call('POST /api/staff/join', { body: { token, ...fields } });
    } catch (error) {
      if (error instanceof ApiError && [404, 410].includes(error.status)) onOver(error.code);
      return rejected(error, () => t('join.failed', { message: serverText(error) || t('account.unreachable') }));
    }
    navigate(pagePath('adminSignIn', { joined: 'now' }), { replace: true });
    return null;
  });
  return (
    <Form onSubmit={submit} {...formProps}>
      <TextField label={t('join.email')} name="Email" type="email" autoComplete="username" value={email} readOnly />
      <Pair>
        <TextField {...field('First_Name', () => t('signUp.firstName'))} autoComplete="given-name" />
        <TextField {...field('Last_Name', () => t('signUp.lastName'))} autoComplete="family-name" />
      </Pair>
      <NewPasswordField {...secret('Password', () => t('signUp.password'))} typed={typed} email={email} />
      <Button type="submit" busy={busy}>
        {busy ? t('join.busy') : t('join.submit')}
      </Button>
    </Form>
  );
}
