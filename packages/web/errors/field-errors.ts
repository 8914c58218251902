/** What a refusal means for single fields of the form that was sent, beside the text for the whole form. */
import { passwordFault } from '@tma/contracts/identity/passwords';
import { ApiError } from '@tma/web/api/api-error';
import { codeOf } from '@tma/web/errors/error-texts';
import { brokenRule, passwordText } from '@tma/web/forms/field-rules';
import type { FieldError } from '@tma/web/forms/field-words';
import { t } from '@tma/web/language/own-texts';
import { ownTerm } from '@tma/web/language/terms';

type Values = Readonly<Record<string, string>>;

/** The form's own name of a field: an administrator's `Email` is a resident's `email`. */
const nameIn = (values: Values, name: string) => Object.keys(values).find((one) => one.toLowerCase() === name);

/** By the server's code: the field, and what is wrong with its value. */
const byCode = new Map<string, [field: string, text: (value: string, email: string) => string]>([
  // The only reason that the page cannot find itself is that it is a common one.
  ['weak_password', ['password', (password, email) => passwordText(passwordFault(password, email) ?? 'common')]],
  ['same_password', ['password', () => t('form.samePassword')]],
  // Of a form that asks for the current password; a sign-in does not say which of its fields is wrong.
  ['invalid_credentials', ['current_password', () => t('form.wrongPassword')]],
  ['current_password_invalid', ['current_password', () => t('form.wrongPassword')]],
  ['user_already_exists', ['email', () => t('form.emailTaken')]],
  ['email_exists', ['email', () => t('form.emailTaken')]],
  ['tehsil_exists', ['newtehsil', () => t('form.tehsilExists')]],
  ['invalid_secret_key', ['secret_key', () => t('form.wrongKey')]],
]);

/**
 * The fields of a form that an error is about, none when it is about no field. `values` are what was sent, by the form's
 * names; `email` is the account's address where the form does not ask for it.
 */
export function fieldErrors(error: unknown, values: Values, email = ''): FieldError[] {
  const code = codeOf(error);
  const [field = '', text] = byCode.get(code) ?? [];
  const name = nameIn(values, field);
  if (name && text) {
    const address = values[nameIn(values, 'email') ?? ''] ?? email;
    const value = values[name] ?? '';
    return [{ name, words: () => text(value, address) }];
  }
  if (error instanceof ApiError)
    return error.errors.flatMap(({ path, message }) => {
      const value = Object.hasOwn(values, path) ? values[path] : undefined;
      return value === undefined ? [] : [{ name: path, words: () => refusedFieldText(path, value, message) }];
    });
  // GoTrue has this one code for whatever is malformed, and names no field: the rules that the page knows find it.
  return code === 'validation_failed' ? brokenRules(values) : [];
}

/**
 * What is wrong with a field that the server refused: in English in its words, in another language the rule that the page knows
 * to be broken, or that something is wrong.
 */
export function refusedFieldText(name: string, value: string, message: string): string {
  const anything = ownTerm('refusal', 'field');
  return anything === undefined ? message : (brokenRule(name, value) ?? anything);
}

const brokenRules = (values: Values): FieldError[] =>
  Object.entries(values).flatMap(([name, value]) =>
    brokenRule(name, value) === null ? [] : [{ name, words: () => brokenRule(name, value) ?? '' }],
  );

/** The file field that a refused report is about, or null. */
export function refusedFile(error: unknown): 'image' | 'document' | null {
  if (!(error instanceof ApiError)) return null;
  for (const { path } of error.errors) if (path === 'image' || path === 'document') return path;
  return null;
}
