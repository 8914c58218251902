import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { inviteError } from '@tma/web/errors/error-texts';
import { useWords } from '@tma/web/language/words';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Dialog } from '@tma/web/ui/dialog';
import { TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { residentToken } from '../resident-token.ts';
import { useT } from '../texts.ts';

interface InviteDialogProps {
  /** The resident's own address. */
  email: string;
  onClose: () => void;
  onSent: () => void;
}

/** Invites a neighbor by email. */
export function InviteDialog({ email, onClose, onSent }: InviteDialogProps) {
  const t = useT();
  const formId = useId();
  const [failure, setFailure] = useWords();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { userEmail: email, neighborEmail: '' } });
  const busy = formState.isSubmitting;

  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call('POST /api/sendInvite', { body, token: await residentToken() });
      onSent();
    } catch (error) {
      setFailure(() => inviteError(error) ?? '');
      console.warn('The invitation was not sent:', error instanceof ApiError ? error.code : error);
    }
  });

  return (
    <Dialog
      title={t('invite.title')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} busy={busy}>
          {busy ? t('invite.sending') : t('invite.send')}
        </Button>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <TextField label={t('invite.yourEmail')} type="email" autoComplete="email" {...register('userEmail')} />
        <TextField label={t('invite.neighborEmail')} type="email" {...register('neighborEmail')} />
        {failure && <Banner tone="error">{failure}</Banner>}
      </Form>
    </Dialog>
  );
}
