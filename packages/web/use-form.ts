import { limits } from '@tma/contracts/limits';
import { type FieldFault, fieldFaults } from '@tma/web/field-faults';
import { t } from '@tma/web/own-texts';
import { type SubmitEvent, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm as useHookForm } from 'react-hook-form';
import type { Said } from './ui/form.tsx';

type Texts = Record<string, string>;

/** How long a text may be, by the field's name in lower case: the server's own limits. */
const lengths: Readonly<Record<string, number>> = {
  first_name: limits.name,
  last_name: limits.name,
  contact_number: limits.contactNumber,
  location: limits.location,
  email: limits.email,
};
/** True, or what is wrong. */
type Check = (value: string) => true | string;

/** A text that looks like an e-mail address; whether it is one, the server says. */
export const looksLikeEmail: Check = (value) => /^\s*\S+@\S+\s*$/.test(value) || t('form.emailInvalid');

/**
 * A form of texts that must all be filled in. `field` and `secret` (whose blanks count) make the props of a labelled control;
 * `sender` makes the submit handler: what the given function answers is said at the form's head (`head`, for `Form`).
 * `before` stands there at first. `refused` makes that answer of an error, and puts beside the fields what concerns them.
 */
export function useForm<T extends FieldValues & Texts>(empty: DefaultValues<T>, before: Said | null = null) {
  // The form's head takes the focus after a failed try, not the first field.
  const form = useHookForm<T>({ defaultValues: empty, shouldFocusError: false });
  const { errors, submitCount, isSubmitting: busy } = form.formState;
  const [said, setSaid] = useState(before);

  const control = (name: Path<T>, label: string, check: Check) => {
    const message = errors[name]?.message;
    const error = typeof message === 'string' ? message : undefined;
    const maxLength = lengths[name.toLowerCase()];
    return {
      label,
      required: true,
      error,
      maxLength,
      ...form.register(name, { validate: (value: string) => check(value) }),
    };
  };
  const field = (name: Path<T>, label: string, check: Check = () => true) =>
    control(name, label, (value) => (value.trim() ? check(value) : t('form.required', { label })));
  const secret = (name: Path<T>, label: string) =>
    control(name, label, (value) => value !== '' || t('form.required', { label }));

  const sender = (send: (given: T) => Promise<Said | null>) => (event: SubmitEvent) => {
    setSaid(null);
    return form.handleSubmit(async (given) => setSaid(await send(given)))(event);
  };

  const showFaults = (faults: readonly FieldFault[]) => {
    for (const { name, message } of faults) form.setError(name as Path<T>, { type: 'server', message });
  };
  const refused = (error: unknown, text: string, email?: string): Said => {
    showFaults(fieldFaults(error, form.getValues(), email));
    return { tone: 'error', text };
  };

  return { form, field, secret, sender, refused, said, setSaid, busy, head: { said, state: { errors, submitCount } } };
}
