import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form, Pair } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { TehsilSelect } from '@tma/web/ui/tehsil-select';
import type { ComponentProps } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { readTehsils } from '../read-tehsils.ts';
import { useT } from '../texts.ts';

export interface AdminSignUp {
  First_Name: string;
  Last_Name: string;
  Email: string;
  Password: string;
  Tehsil: string;
  Secret_Key: string;
}

interface AdminSignUpFieldsProps {
  form: UseFormReturn<AdminSignUp>;
  onSubmit: ComponentProps<'form'>['onSubmit'];
}

export function AdminSignUpFields({ form: { register, formState }, onSubmit }: AdminSignUpFieldsProps) {
  const t = useT();
  const field = (name: keyof AdminSignUp, label: string, pattern?: { value: RegExp; message: string }) => ({
    label,
    required: true,
    error: formState.errors[name]?.message,
    ...register(name, { validate: (value) => value.trim() !== '' || t('required', { label }), pattern }),
  });
  const address = { value: /^\s*\S+@\S+\s*$/, message: t('signUp.emailInvalid') };
  return (
    <Form onSubmit={onSubmit}>
      <Pair>
        <TextField {...field('First_Name', t('signUp.firstName'))} autoComplete="given-name" />
        <TextField {...field('Last_Name', t('signUp.lastName'))} autoComplete="family-name" />
      </Pair>
      <TextField {...field('Email', t('signUp.email'), address)} type="email" autoComplete="email" />
      <PasswordField
        {...field('Password', t('signUp.password'))}
        hint={t('signUp.passwordHint')}
        autoComplete="new-password"
      />
      <TehsilSelect {...field('Tehsil', t('signUp.tehsil'))} read={readTehsils} />
      <PasswordField
        {...field('Secret_Key', t('signUp.secretKey'))}
        hint={t('signUp.secretKeyHint')}
        autoComplete="off"
      />
      <Button type="submit" busy={formState.isSubmitting}>
        {formState.isSubmitting ? t('signUp.busy') : t('signUp.submit')}
      </Button>
    </Form>
  );
}
