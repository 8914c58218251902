import { statusOf } from '@tma/web/api/api-error';
import { useForm } from '@tma/web/forms/use-form';
import { callAsResident } from '@tma/web/session/resident-token';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Actions, Form, Submit } from '@tma/web/ui/form';
import { useEffect } from 'react';
import { useT } from '../../texts.ts';
import { useSaveFailure } from '../use-save-failure.ts';
import type { Phone } from './use-phone.ts';

interface CodeFormProps {
  /** The number that the code was sent to; empty where that is not known. */
  sentTo: string;
  takeFocus: boolean;
  onAnother: () => void;
  onConfirmed: (phone: Phone) => void;
}

/** Asks for the code that was sent to the number. */
export function CodeForm({ sentTo, takeFocus, onAnother, onConfirmed }: CodeFormProps) {
  const t = useT();
  const page = useForm({ code: '' });
  const { form, field, fail, submitHandler, formProps, busy } = page;
  const saveFailure = useSaveFailure(page);
  useEffect(() => {
    if (takeFocus) form.setFocus('code');
  }, [form, takeFocus]);

  const submit = submitHandler(async ({ code }) => {
    try {
      onConfirmed(await callAsResident('POST /api/phone/code', { body: { code: code.trim() } }));
      return null;
    } catch (error) {
      const status = statusOf(error);
      if (status !== 400 && status !== 410) return saveFailure(error as Error);
      fail('code', () => (status === 400 ? t('phone.codeWrong') : t('phone.codeOver')));
      return null;
    }
  });

  return (
    <Form onSubmit={submit} {...formProps}>
      {sentTo !== '' && <p role="status">{t('phone.sent', { number: sentTo })}</p>}
      <TextField
        {...field('code', () => t('phone.code'))}
        hint={t('phone.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
      />
      <Actions>
        <Submit busy={busy} label={t('phone.confirm')} meanwhile={t('phone.confirming')} />
        <Button look="plain" disabled={busy} onClick={onAnother}>
          {t('phone.another')}
        </Button>
      </Actions>
    </Form>
  );
}
