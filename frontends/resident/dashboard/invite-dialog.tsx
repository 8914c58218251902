import { ApiError } from '@tma/web/api/api-error';
import type { Body } from '@tma/web/api/operation-types';
import { inviteError } from '@tma/web/errors/error-texts';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useSingle } from '@tma/web/hooks/use-single';
import { useWords, type Words } from '@tma/web/language/words';
import { callAsResident } from '@tma/web/session/resident-token';
import { Banner } from '@tma/web/ui/banner';
import { Dialog } from '@tma/web/ui/dialog';
import { TextField } from '@tma/web/ui/field';
import { Form, Submit } from '@tma/web/ui/form';
import { type SubmitEvent, useId } from 'react';
import { useT } from '../texts.ts';

interface InviteDialogProps {
  /** The resident's own address. */
  email: string;
  onClose: () => void;
  onSent: () => void;
  /** Called when an invitation is refused after the dialog was closed. */
  onLost: (words: Words) => void;
}

/** Invites a neighbor by email. Without react-hook-form, which every dashboard would have to load for it. */
export function InviteDialog({ email, onClose, onSent, onLost }: InviteDialogProps) {
  const t = useT();
  const formId = useId();
  const { busy, failure, submit } = useInvitation({ onClose, onSent, onLost });
  return (
    <Dialog
      title={t('invite.title')}
      onClose={onClose}
      actions={<Submit form={formId} busy={busy} label={t('invite.send')} meanwhile={t('common.sending')} />}
    >
      <Form id={formId} onSubmit={submit}>
        <TextField
          label={t('invite.yourEmail')}
          name="userEmail"
          type="email"
          autoComplete="email"
          defaultValue={email}
        />
        <TextField label={t('invite.neighborEmail')} name="neighborEmail" type="email" />
        {failure && <Banner tone="error">{failure}</Banner>}
      </Form>
    </Dialog>
  );
}

function useInvitation({ onClose, onSent, onLost }: Omit<InviteDialogProps, 'email'>) {
  const [failure, setFailure] = useWords();
  const isMounted = useIsMounted();
  const { busy, run } = useSingle(async (body: Body<'POST /api/sendInvite'>) => {
    setFailure(undefined);
    try {
      await callAsResident('POST /api/sendInvite', { body });
      // The dialog was closed, and another may be open by now.
      if (isMounted.current) onClose();
      onSent();
    } catch (error) {
      const words = () => inviteError(error) ?? '';
      if (isMounted.current) setFailure(words);
      else if (words()) onLost(words);
      console.warn('The invitation was not sent:', error instanceof ApiError ? error.code : error);
    }
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    run({ userEmail: String(typed.get('userEmail')), neighborEmail: String(typed.get('neighborEmail')) });
  };
  return { busy, failure, submit };
}
