import { readTehsils } from '@tma/web/tables';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form, Pair } from '@tma/web/ui/form';
import { NewPasswordField } from '@tma/web/ui/new-password-field';
import { TehsilSelect } from '@tma/web/ui/tehsil-select';
import type { useForm } from '@tma/web/use-form';
import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { useT } from '../texts.ts';

export interface SignUp extends Record<string, string> {
  first_name: string;
  last_name: string;
  email: string;
  contact_number: string;
  password: string;
  tehsil: string;
  location: string;
}

interface SignUpFieldsProps {
  form: ReturnType<typeof useForm<SignUp>>;
  onSubmit: ComponentProps<'form'>['onSubmit'];
}

export function SignUpFields({ form: { form, field, secret, head }, onSubmit }: SignUpFieldsProps) {
  const t = useT();
  const [typed, email] = useWatch({ control: form.control, name: ['password', 'email'] });
  return (
    <Form onSubmit={onSubmit} {...head}>
      <Pair>
        <TextField {...field('first_name', t('signUp.firstName'))} autoComplete="given-name" />
        <TextField {...field('last_name', t('signUp.lastName'))} autoComplete="family-name" />
      </Pair>
      <TextField {...field('email', t('signUp.email'))} type="email" autoComplete="username" />
      <TextField {...field('contact_number', t('signUp.contactNumber'))} type="tel" autoComplete="tel" />
      <NewPasswordField {...secret('password', t('signUp.password'))} typed={typed} email={email} />
      <TehsilSelect {...field('tehsil', t('signUp.tehsil'))} read={readTehsils} />
      <TextField {...field('location', t('signUp.location'))} autoComplete="street-address" />
      <Button type="submit">{t('signUp.submit')}</Button>
    </Form>
  );
}
