import { type FieldError, fieldErrors } from '@tma/web/errors/field-errors';
import { maxLengthOf } from '@tma/web/forms/field-rules';
import { t } from '@tma/web/language/own-texts';
import type { FormMessage } from '@tma/web/ui/form';
import { type SubmitEvent, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm as useHookForm } from 'react-hook-form';

type Texts = Record<string, string>;
/** True, or what is wrong. */
type Check = (value: string) => true | string;

/** A text that looks like an e-mail address; whether it is one, the server decides. */
export const looksLikeEmail: Check = (value) => /^\s*\S+@\S+\s*$/.test(value) || t('form.emailInvalid');

/**
 * A form of texts that must all be filled in.
 * - `field` and `secret` (whose blanks count) make the props of a labelled control.
 * - `submitHandler` makes the form's `onSubmit`: the message that its function returns is shown at the form's head.
 * - `rejected` makes that message of an error, and puts beside the fields what concerns them.
 * - `formProps` are for `Form`, which shows all this.
 *
 * @param initialMessage what the form's head shows before anything was sent
 */
export function useForm<T extends FieldValues & Texts>(
  defaultValues: DefaultValues<T>,
  initialMessage: FormMessage | null = null,
) {
  // The form's head takes the focus after a failed try, not the first field.
  const form = useHookForm<T>({ defaultValues, shouldFocusError: false });
  const { errors, submitCount, isSubmitting: busy } = form.formState;
  const [message, setMessage] = useState(initialMessage);

  const control = (name: Path<T>, label: string, check: Check) => {
    const error = errors[name]?.message;
    return {
      label,
      required: true,
      error: typeof error === 'string' ? error : undefined,
      maxLength: maxLengthOf(name),
      ...form.register(name, { validate: (value: string) => check(value) }),
    };
  };
  const field = (name: Path<T>, label: string, check: Check = () => true) =>
    control(name, label, (value) => (value.trim() ? check(value) : t('form.required', { label })));
  const secret = (name: Path<T>, label: string) =>
    control(name, label, (value) => value !== '' || t('form.required', { label }));

  const submitHandler = (submit: (values: T) => Promise<FormMessage | null>) => (event: SubmitEvent) => {
    setMessage(null);
    return form.handleSubmit(async (values) => setMessage(await submit(values)))(event);
  };

  const showErrors = (found: readonly FieldError[]) => {
    for (const { name, message } of found) form.setError(name as Path<T>, { type: 'server', message });
  };
  const rejected = (error: unknown, text: string, email?: string): FormMessage => {
    showErrors(fieldErrors(error, form.getValues(), email));
    return { tone: 'error', text };
  };

  return { form, field, secret, submitHandler, rejected, busy, formProps: { message, state: { errors, submitCount } } };
}
