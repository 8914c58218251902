import { useQueryClient } from '@tanstack/react-query';
import { auth } from '@tma/web/session';
import { type Profile, readTehsils } from '@tma/web/tables';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form, Pair } from '@tma/web/ui/form';
import { TehsilSelect } from '@tma/web/ui/tehsil-select';
import { useForm } from '@tma/web/use-form';
import { useT } from '../texts.ts';
import { forgetTyped, typedBefore, useKeepTyped } from './typed.ts';
import { useFailed } from './use-failed.ts';

/** Name, contact number, tehsil and location. */
export function DetailsForm({ profile }: { profile: Profile }) {
  const t = useT();
  const client = useQueryClient();
  const { id, ...details } = profile;
  const page = useForm(typedBefore(id, 'details', details));
  const { form, field, sender, head, busy } = page;
  const failed = useFailed(page);
  useKeepTyped(form, id, 'details');

  const submit = sender(async (data) => {
    const { error } = await auth.updateUser({ data });
    if (error) return failed(error);
    forgetTyped('details');
    client.setQueryData(['profile', id], { id, ...data });
    return { tone: 'success', text: t('profile.saved') };
  });

  return (
    <Form onSubmit={submit} {...head}>
      <Pair>
        <TextField {...field('first_name', t('profile.firstName'))} autoComplete="given-name" />
        <TextField {...field('last_name', t('profile.lastName'))} autoComplete="family-name" />
      </Pair>
      <TextField {...field('contact_number', t('profile.contactNumber'))} type="tel" autoComplete="tel" />
      <TehsilSelect {...field('tehsil', t('profile.tehsil'))} read={readTehsils} />
      <TextField {...field('location', t('profile.location'))} autoComplete="street-address" />
      <Button type="submit" busy={busy}>
        {busy ? t('profile.saving') : t('profile.save')}
      </Button>
    </Form>
  );
}
