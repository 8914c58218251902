import { roles } from '@tma/contracts/roles';
import { codeOf } from '@tma/web/errors/error-texts';
import { looksLikeEmail, useForm } from '@tma/web/forms/use-form';
import { currentLanguage } from '@tma/web/language/language';
import { Button } from '@tma/web/ui/button';
import { SelectField, TextField } from '@tma/web/ui/field';
import { Form, Pair } from '@tma/web/ui/form';
import { useT } from '../texts.ts';
import { type Member, useInvite } from './use-staff.ts';

const empty: { email: string; role: Member['role'] } = { email: '', role: 'clerk' };

/** Sends somebody the link with which they join the office. */
export function InviteForm({ token }: { token: string }) {
  const t = useT();
  const { form, field, submitHandler, rejected, formProps, busy } = useForm(empty);
  const invite = useInvite(token);

  const submit = submitHandler(async ({ email, role }) => {
    try {
      await invite.mutateAsync({ email, role, language: currentLanguage() });
    } catch (error) {
      return rejected(error, () => t(codeOf(error) === 'already_staff' ? 'staff.already' : 'staff.notSent'));
    }
    form.reset({ email: '', role });
    return { tone: 'success', text: () => t('staff.sent', { email }) };
  });
  return (
    <Form onSubmit={submit} {...formProps}>
      <Pair>
        <TextField {...field('email', () => t('staff.email'), looksLikeEmail)} type="email" autoComplete="off" />
        <SelectField
          {...field('role', () => t('staff.role'))}
          options={roles}
          textOf={(one) => t(`roles.${one as Member['role']}`)}
        />
      </Pair>
      <Button type="submit" busy={busy}>
        {busy ? t('staff.sending') : t('staff.send')}
      </Button>
    </Form>
  );
}
