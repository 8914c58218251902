import { readTehsils } from '@tma/web/tables';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form, Pair } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { TehsilSelect } from '@tma/web/ui/tehsil-select';
import type { FormEventHandler } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useT } from '../texts.ts';

export interface SignUp {
  first_name: string;
  last_name: string;
  email: string;
  contact_number: string;
  password: string;
  tehsil: string;
  location: string;
}

interface SignUpFieldsProps {
  form: UseFormReturn<SignUp>;
  onSubmit: FormEventHandler;
}

export function SignUpFields({ form: { register, formState }, onSubmit }: SignUpFieldsProps) {
  const t = useT();
  const field = (name: keyof SignUp, label: string) => ({
    label,
    required: true,
    error: formState.errors[name]?.message,
    ...register(name, { validate: (value) => value.trim() !== '' || t('required', { label }) }),
  });
  return (
    <Form onSubmit={onSubmit}>
      <Pair>
        <TextField {...field('first_name', t('signUp.firstName'))} autoComplete="given-name" />
        <TextField {...field('last_name', t('signUp.lastName'))} autoComplete="family-name" />
      </Pair>
      <TextField {...field('email', t('signUp.email'))} type="email" autoComplete="email" />
      <TextField {...field('contact_number', t('signUp.contactNumber'))} type="tel" autoComplete="tel" />
      <PasswordField
        {...field('password', t('signUp.password'))}
        hint={t('signUp.passwordHint')}
        autoComplete="new-password"
      />
      <TehsilSelect {...field('tehsil', t('signUp.tehsil'))} read={readTehsils} />
      <TextField {...field('location', t('signUp.location'))} autoComplete="street-address" />
      <Button type="submit">{t('signUp.submit')}</Button>
    </Form>
  );
}
