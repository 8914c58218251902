import type { useForm } from '@tma/web/forms/use-form';
import { useT } from '@tma/web/language/own-texts';
import { TextField } from '@tma/web/ui/field';
import { Form, Submit } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import type { ComponentProps, ReactNode } from 'react';

export interface Credentials extends Record<string, string> {
  email: string;
  password: string;
}

export const noCredentials: Credentials = { email: '', password: '' };

interface SignInFormProps {
  form: ReturnType<typeof useForm<Credentials>>;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  /** The button's text while nothing is being sent. */
  submit: string;
  busy: boolean;
  /** Disables the fields while it is busy. */
  locked?: boolean;
  children?: ReactNode;
}

/** Email address and password, for residents and administrators alike. */
export function SignInForm({
  form: { field, secret, formProps },
  onSubmit,
  submit,
  busy,
  locked = false,
  children,
}: SignInFormProps) {
  const t = useT();
  return (
    <Form onSubmit={onSubmit} {...formProps}>
      <TextField
        {...field('email', () => t('signIn.email'))}
        type="email"
        autoComplete="username"
        disabled={locked && busy}
      />
      <PasswordField {...secret('password', () => t('signIn.password'))} disabled={locked && busy} />
      {children}
      <Submit busy={busy} label={submit} meanwhile={t('signIn.busy')} />
    </Form>
  );
}
