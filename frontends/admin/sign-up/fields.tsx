import { NewPasswordField } from '@tma/web/account/new-password-field';
import { TehsilSelect } from '@tma/web/account/tehsil-select';
import { looksLikeEmail, type useForm } from '@tma/web/forms/use-form';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form, Pair } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { readTehsils } from '../read-tehsils.ts';
import { useT } from '../texts.ts';

export const emptySignUp = { First_Name: '', Last_Name: '', Email: '', Password: '', Tehsil: '', Secret_Key: '' };

interface AdminSignUpFieldsProps {
  form: ReturnType<typeof useForm<typeof emptySignUp>>;
  onSubmit: ComponentProps<'form'>['onSubmit'];
}

/** The registration form of an administrator. */
export function AdminSignUpFields({
  form: { form, field, secret, formProps, busy },
  onSubmit,
}: AdminSignUpFieldsProps) {
  const t = useT();
  const [typed, email] = useWatch({ control: form.control, name: ['Password', 'Email'] });
  return (
    <Form onSubmit={onSubmit} {...formProps}>
      <Pair>
        <TextField {...field('First_Name', () => t('signUp.firstName'))} autoComplete="given-name" />
        <TextField {...field('Last_Name', () => t('signUp.lastName'))} autoComplete="family-name" />
      </Pair>
      <TextField {...field('Email', () => t('signUp.email'), looksLikeEmail)} type="email" autoComplete="username" />
      <NewPasswordField {...secret('Password', () => t('signUp.password'))} typed={typed} email={email} />
      <TehsilSelect {...field('Tehsil', () => t('signUp.tehsil'))} read={readTehsils} />
      <PasswordField
        {...secret('Secret_Key', () => t('signUp.secretKey'))}
        hint={t('signUp.secretKeyHint')}
        autoComplete="off"
      />
      <Button type="submit" busy={busy}>
        {busy ? t('signUp.busy') : t('signUp.submit')}
      </Button>
    </Form>
  );
}
