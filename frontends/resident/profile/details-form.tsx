import { useQueryClient } from '@tanstack/react-query';
import { auth } from '@tma/web/session';
import { type Profile, readTehsils } from '@tma/web/tables';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { TehsilSelect } from '@tma/web/ui/tehsil-select';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../texts.ts';
import { Outcome, type Said } from './outcome.tsx';

type Details = Omit<Profile, 'id'>;

export function DetailsForm({ email, profile }: { email: string; profile: Profile }) {
  const t = useT();
  const client = useQueryClient();
  const [said, setSaid] = useState<Said>(null);
  const { id, ...details } = profile;
  const { register, handleSubmit, formState } = useForm<Details>({ defaultValues: details });
  const field = (name: keyof Details, label: string) => ({
    label,
    required: true,
    error: formState.errors[name]?.message,
    ...register(name, { validate: (value) => value.trim() !== '' || t('required', { label }) }),
  });

  const submit = handleSubmit(async (data) => {
    setSaid(null);
    const { error } = await auth.updateUser({ data });
    if (error) return setSaid({ failed: error.message });
    client.setQueryData(['profile', id], { id, ...data });
    setSaid({ done: t('profile.saved') });
  });

  return (
    <Form onSubmit={submit}>
      <TextField label={t('profile.email')} type="email" value={email} readOnly />
      <TextField {...field('first_name', t('profile.firstName'))} autoComplete="given-name" />
      <TextField {...field('last_name', t('profile.lastName'))} autoComplete="family-name" />
      <TextField {...field('contact_number', t('profile.contactNumber'))} type="tel" autoComplete="tel" />
      <TehsilSelect {...field('tehsil', t('profile.tehsil'))} read={readTehsils} />
      <TextField {...field('location', t('profile.location'))} autoComplete="street-address" />
      <Outcome said={said} />
      <Button type="submit" busy={formState.isSubmitting}>
        {formState.isSubmitting ? t('profile.saving') : t('profile.save')}
      </Button>
    </Form>
  );
}
