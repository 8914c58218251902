import { NewPasswordField } from '@tma/web/account/new-password-field';
import type { useForm } from '@tma/web/forms/use-form';
import { TextField } from '@tma/web/ui/field';
import { Form, Submit } from '@tma/web/ui/form';
import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { makeProfile, type ProfileFieldName } from '../profile-fields.ts';
import { ProfileFormFields } from '../profile-form-fields.tsx';
import { useT } from '../texts.ts';

type SignUp = Record<ProfileFieldName | 'email' | 'password', string>;

export const emptySignUp: SignUp = { ...makeProfile(() => ''), email: '', password: '' };

interface SignUpFieldsProps {
  form: ReturnType<typeof useForm<SignUp>>;
  onSubmit: ComponentProps<'form'>['onSubmit'];
}

/** The sign-up form: the profile, with email and password in between. */
export function SignUpFields({ form: { form, field, secret, formProps }, onSubmit }: SignUpFieldsProps) {
  const t = useT();
  const [password, email] = useWatch({ control: form.control, name: ['password', 'email'] });
  return (
    <Form onSubmit={onSubmit} {...formProps}>
      <ProfileFormFields
        field={field}
        belowName={<TextField {...field('email', () => t('common.email'))} type="email" autoComplete="username" />}
        belowNumber={
          <NewPasswordField {...secret('password', () => t('signUp.password'))} typed={password} email={email} />
        }
      />
      <Submit label={t('signUp.title')} />
    </Form>
  );
}
