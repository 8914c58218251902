import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@tma/web/api/tables';
import { useForm } from '@tma/web/forms/use-form';
import { auth } from '@tma/web/session/resident-session';
import { Form, Submit } from '@tma/web/ui/form';
import { ProfileFormFields } from '../profile-form-fields.tsx';
import { useT } from '../texts.ts';
import { clearUnsavedInput, useUnsavedInput, withUnsavedInput } from '../unsaved-input.ts';
import { useSaveFailure } from './use-save-failure.ts';

/** The profile, to be changed. */
export function DetailsForm({ profile }: { profile: Profile }) {
  const t = useT();
  const client = useQueryClient();
  const { id, ...details } = profile;
  const page = useForm(withUnsavedInput(id, 'details', details));
  const { form, field, submitHandler, formProps, busy } = page;
  const saveFailure = useSaveFailure(page);
  useUnsavedInput(form, id, 'details');

  const submit = submitHandler(async (data) => {
    const { error } = await auth.updateUser({ data });
    if (error) return saveFailure(error);
    clearUnsavedInput('details');
    client.setQueryData(['profile', id], { id, ...data });
    return { tone: 'success', text: () => t('profile.saved') };
  });

  return (
    <Form onSubmit={submit} {...formProps}>
      <ProfileFormFields field={field} />
      <Submit busy={busy} label={t('profile.save')} meanwhile={t('common.saving')} />
    </Form>
  );
}
