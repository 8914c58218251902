/** What a refusal means for single fields of the form that was sent, beside the words for the whole of it. */
import { ApiError } from '@tma/web/api-error';
import { t } from '@tma/web/own-texts';
import { refusedWords } from '@tma/web/password-words';

export interface FieldFault {
  /** The field's name in the form. */
  name: string;
  message: string;
}

type Given = Readonly<Record<string, string>>;

/** The form's own name of a field: an administrator's `Email` is a resident's `email`. */
const nameIn = (given: Given, name: string) => Object.keys(given).find((one) => one.toLowerCase() === name);

/** By the server's code: the field, and what is wrong with what was given. */
const words = new Map<unknown, [field: string, words: (given: string, email: string) => string]>([
  ['weak_password', ['password', refusedWords]],
  ['same_password', ['password', () => t('form.samePassword')]],
  ['current_password_invalid', ['current_password', () => t('form.wrongPassword')]],
  ['user_already_exists', ['email', () => t('form.emailTaken')]],
  ['email_exists', ['email', () => t('form.emailTaken')]],
  ['tehsil_exists', ['newtehsil', () => t('form.tehsilExists')]],
  ['invalid_secret_key', ['secret_key', () => t('form.wrongKey')]],
]);

/**
 * The fields a refusal is about, none when it is about no field of `given` (what was sent, by the form's names).
 * `email` is the account's address where the form does not ask for it.
 */
export function fieldFaults(error: unknown, given: Given, email = ''): FieldFault[] {
  if (!(error instanceof Error)) return [];
  const [field, say] = words.get('code' in error && error.code) ?? malformedEmail(error);
  const name = field && nameIn(given, field);
  if (name && say) return [{ name, message: say(given[name] ?? '', given[nameIn(given, 'email') ?? ''] ?? email) }];
  if (!(error instanceof ApiError)) {
    const [, path = '', message = ''] = ofData.exec(error.message) ?? [];
    return path in given ? [{ name: path, message }] : [];
  }
  return error.errors.flatMap(({ path, message }) => (path in given ? [{ name: path, message }] : []));
}

/** What is said of one field of a person's data: `data.location: must be at most 200 characters`. */
const ofData = /^(?:data\.)?(\w+): (.+)$/;

/** GoTrue has one code for all that is malformed; of the address it says so in words. */
const malformedEmail = ({ message }: Error): [string, () => string] | [] =>
  message.startsWith('Unable to validate email address') ? ['email', () => t('form.emailInvalid')] : [];
