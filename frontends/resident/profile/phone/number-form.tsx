import { statusOf } from '@tma/web/api/api-error';
import { useForm } from '@tma/web/forms/use-form';
import { callAsResident } from '@tma/web/session/resident-token';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Actions, Form, Submit } from '@tma/web/ui/form';
import { useEffect } from 'react';
import { t, useT } from '../../texts.ts';
import { clearUnsavedInput, useUnsavedInput, withUnsavedInput } from '../../unsaved-input.ts';
import { useSaveFailure } from '../use-save-failure.ts';

interface NumberFormProps {
  userId: string;
  takeFocus: boolean;
  /** Called with the number that a code was sent to, in E.164; empty: they have a code already. */
  onSent: (number: string) => void;
}

/** Asks for a mobile number and sends a code to it. */
export function NumberForm(props: NumberFormProps) {
  const t = useT();
  const { field, submit, formProps, busy } = useNumberForm(props);
  return (
    <>
      <p>{t('phone.lead')}</p>
      <Form onSubmit={submit} {...formProps}>
        <TextField
          {...field('number', () => t('phone.number'))}
          hint={t('phone.numberHint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <Actions>
          <Submit busy={busy} label={t('phone.send')} meanwhile={t('common.sending')} />
          <Button look="plain" disabled={busy} onClick={() => props.onSent('')}>
            {t('phone.haveCode')}
          </Button>
        </Actions>
      </Form>
    </>
  );
}

function useNumberForm({ userId, takeFocus, onSent }: NumberFormProps) {
  const page = useForm(withUnsavedInput(userId, 'phone', { number: '' }));
  const { form, field, fail, submitHandler, formProps, busy } = page;
  const saveFailure = useSaveFailure(page);
  useUnsavedInput(form, userId, 'phone');
  useEffect(() => {
    if (takeFocus) form.setFocus('number');
  }, [form, takeFocus]);

  const submit = submitHandler(async ({ number }) => {
    try {
      const sent = await callAsResident('PUT /api/phone', { body: { number: number.trim() } });
      clearUnsavedInput('phone');
      onSent(sent.number);
      return null;
    } catch (error) {
      const status = statusOf(error);
      if (status !== 400 && status !== 429) return saveFailure(error as Error);
      fail('number', () => (status === 400 ? t('phone.notMobile') : t('phone.tooMany')));
      return null;
    }
  });
  return { field, submit, formProps, busy };
}
