/** The server's rules for single fields that a page can check by itself. */
import type { PasswordFault } from '@tma/contracts/identity/passwords';
import { limits, profileTexts } from '@tma/contracts/limits';
import { t } from '@tma/web/language/own-texts';

// A tehsil is picked from a list.
const { tehsil: _picked, ...typed } = profileTexts;
/** The most characters of a text, by the field's name in lower case. */
const maxLengths: Readonly<Record<string, number>> = { ...typed, email: limits.email };

/** The most characters that a field takes, undefined where there is no limit. An admin's `First_Name` is `first_name`. */
export const maxLengthOf = (name: string): number | undefined => maxLengths[name.toLowerCase()];

/** What the server takes for an e-mail address: zod's `regexes.email`, which is not imported as zod weighs 50 KB. */
const emailAddress = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const isEmailAddress = (text: string) => text.length <= limits.email && emailAddress.test(text);
const controls = /\p{Cc}/u;

/** What is wrong with the value of a field by the server's rules, in words; null when nothing is. */
export function brokenRule(name: string, value: string): string | null {
  const text = value.trim();
  if (name.toLowerCase() === 'email') return isEmailAddress(text) ? null : t('form.emailInvalid');
  const max = maxLengthOf(name);
  if (max === undefined) return null;
  if (text.length > max) return t('form.tooLong', { max });
  return controls.test(text) ? t('form.controls') : null;
}

/** What is wrong with a new password in words; `none` is the rule itself. */
export const passwordText = (fault: PasswordFault | 'common' | 'none') => t(`password.${fault}`, limits.password);
