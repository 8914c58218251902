import { useT } from '@tma/web/own-texts';
import type { useForm } from '@tma/web/use-form';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';
import { PasswordField } from './password-field.tsx';

export interface Credentials extends Record<string, string> {
  email: string;
  password: string;
}

export const noCredentials: Credentials = { email: '', password: '' };

interface SignInFormProps {
  form: ReturnType<typeof useForm<Credentials>>;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  /** The button's words at rest. */
  submit: string;
  busy: boolean;
  /** The fields cannot be written in while it is busy. */
  locked?: boolean;
}

/** E-mail address and password, of residents and administrators alike. */
export function SignInForm({ form: { field, secret, head }, onSubmit, submit, busy, locked = false }: SignInFormProps) {
  const t = useT();
  return (
    <Form onSubmit={onSubmit} {...head}>
      <TextField
        {...field('email', t('signIn.email'))}
        type="email"
        autoComplete="username"
        disabled={locked && busy}
      />
      <PasswordField
        {...secret('password', t('signIn.password'))}
        autoComplete="current-password"
        disabled={locked && busy}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('signIn.busy') : submit}
      </Button>
    </Form>
  );
}
