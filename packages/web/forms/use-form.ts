import { fieldErrors } from '@tma/web/errors/field-errors';
import { maxLengthOf } from '@tma/web/forms/field-rules';
import { useFieldWords } from '@tma/web/forms/field-words';
import { t, useT } from '@tma/web/language/own-texts';
import type { Words } from '@tma/web/language/words';
import type { FormMessage } from '@tma/web/ui/form';
import { type SubmitEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';

type Texts = Record<string, string>;
/** True, or what is wrong. */
type Check = (value: string) => true | Words;

/** A text that looks like an e-mail address; whether it is one, the server decides. */
export const looksLikeEmail: Check = (value) => /^\s*\S+@\S+\s*$/.test(value) || (() => t('form.emailInvalid'));

/**
 * A form of texts.
 * - `field`, `secret` (whose blanks count) and `optional`, the only one that may stay empty, make the props of a labelled control.
 * - `submitHandler` makes the form's `onSubmit`: the message that its function returns is shown at the form's head.
 * - `rejected` makes that message of an error, and puts beside the fields what concerns them.
 * - `fail` puts something beside one field.
 * - `formProps` are for `Form`, which shows all this.
 *
 * @param initialMessage what the form's head shows before anything was sent
 */
export function useForm<T extends FieldValues & Texts>(
  defaultValues: DefaultValues<T>,
  initialMessage: FormMessage | null = null,
) {
  useT();
  // The form's head takes the focus after a failed try, not the first field.
  const form = useHookForm<T>({ defaultValues, shouldFocusError: false });
  const { submitCount, isSubmitting: busy } = form.formState;
  const { problems, fail, ...texts } = useFieldWords(form);
  const [message, setMessage] = useState(initialMessage);

  /** Two presses of one moment are one: the second comes before the button is busy. */
  const sending = useRef(false);
  const submitHandler = (submit: (values: T) => Promise<FormMessage | null>) => async (event: SubmitEvent) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setMessage(null);
    try {
      await form.handleSubmit(async (values) => setMessage(await submit(values)))(event);
    } finally {
      sending.current = false;
    }
  };

  const rejected = (error: unknown, text: Words, email?: string): FormMessage => {
    for (const { name, words } of fieldErrors(error, form.getValues(), email)) fail(name as Path<T>, words);
    return { tone: 'error', text };
  };

  const formProps = { message, problems, submitCount };
  return { form, ...controlsOf(form, texts), submitHandler, rejected, fail, busy, formProps };
}

type FieldTexts = Pick<ReturnType<typeof useFieldWords>, 'keep' | 'textOf'>;

/** What makes the props of a labelled control, with what is wrong with it. */
function controlsOf<T extends FieldValues & Texts>(form: UseFormReturn<T>, { keep, textOf }: FieldTexts) {
  const control = (name: Path<T>, label: Words, check: Check) => {
    const judge = (value: string) => {
      const found = check(value);
      return found === true || keep(name, found);
    };
    return {
      label: label(),
      required: true,
      error: textOf(name),
      maxLength: maxLengthOf(name),
      ...form.register(name, { validate: judge }),
    };
  };
  const missing = (label: Words) => () => t('form.required', { label: label() });
  return {
    field: (name: Path<T>, label: Words, check: Check = () => true) =>
      control(name, label, (value) => (value.trim() ? check(value) : missing(label))),
    optional: (name: Path<T>, label: Words, check: Check = () => true) => ({
      ...control(name, label, (value) => value.trim() === '' || check(value)),
      required: false,
    }),
    secret: (name: Path<T>, label: Words) => control(name, label, (value) => value !== '' || missing(label)),
  };
}
