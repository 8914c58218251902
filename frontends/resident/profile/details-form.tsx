import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@tma/web/api/tables';
import { useForm } from '@tma/web/forms/use-form';
import { auth } from '@tma/web/session/resident-session';
import { Form, Submit } from '@tma/web/ui/form';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type ProfileFieldName, profileFieldNames } from '../profile-fields.ts';
import { ProfileFormFields } from '../profile-form-fields.tsx';
import { useT } from '../texts.ts';
import { changesTo, clearUnsavedInput, useUnsavedInput, withUnsavedInput } from '../unsaved-input.ts';
import { profileFrom } from '../use-profile.ts';
import { useSaveFailure } from './use-save-failure.ts';

type Details = Record<ProfileFieldName, string>;

/** The profile, to be changed. What another device has changed meanwhile stays, but for what was typed here. */
export function DetailsForm({ profile }: { profile: Profile }) {
  const t = useT();
  const client = useQueryClient();
  const { id, ...details } = profile;
  const page = useForm<Details>(withUnsavedInput(id, 'details', details));
  const { form, field, submitHandler, formProps, busy } = page;
  const saveFailure = useSaveFailure(page);
  useUnsavedInput(form, id, 'details', details);
  useReadAnew(form, profile);

  const submit = submitHandler(async (texts) => {
    const { data, error } = await auth.updateUser({ data: changesTo(details, texts) });
    if (error) return saveFailure(error);
    clearUnsavedInput('details');
    const queryKey = ['profile', id];
    // What is being read may be of before.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, profileFrom(data.user));
    return { tone: 'success', text: () => t('profile.saved') };
  });

  return (
    <Form onSubmit={submit} {...formProps}>
      <ProfileFormFields field={field} />
      <Submit busy={busy} label={t('profile.save')} meanwhile={t('common.saving')} />
    </Form>
  );
}

/** Shows newly read values in the fields that the person has not changed. */
function useReadAnew(form: UseFormReturn<Details>, profile: Profile) {
  const before = useRef(profile);
  useEffect(() => {
    const known = before.current;
    before.current = profile;
    const typed = changesTo(known, form.getValues());
    for (const name of profileFieldNames)
      if (known[name] !== profile[name] && !(name in typed)) form.setValue(name, profile[name]);
  }, [form, profile]);
}
