import { Link } from '@tma/web/router';
import { auth } from '@tma/web/session';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { looksLikeEmail, useForm } from '@tma/web/use-form';
import { useT } from '../texts.ts';

/** Asks for a mail with a reset link. The answer is the same for known and unknown addresses. */
export function AskLink({ expired }: { expired: boolean }) {
  const t = useT();
  const { field, sender, refused, head, busy } = useForm(
    { email: '' },
    expired ? { tone: 'error', text: t('reset.expired') } : null,
  );

  const submit = sender(async ({ email }) => {
    const { error } = await auth.resetPasswordForEmail(email);
    if (error) return refused(error, t('reset.askFailed', { message: error.message }));
    return { tone: 'success', text: t('reset.asked') };
  });

  return (
    <>
      <p>{t('reset.askLead')}</p>
      <Form onSubmit={submit} {...head}>
        <TextField {...field('email', t('reset.email'), looksLikeEmail)} type="email" autoComplete="username" />
        <Button type="submit" busy={busy}>
          {busy ? t('reset.asking') : t('reset.ask')}
        </Button>
      </Form>
      <p>
        <Link to="/signin">{t('reset.backToSignIn')}</Link>
      </p>
    </>
  );
}
