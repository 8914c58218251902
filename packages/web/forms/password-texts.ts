import { type PasswordFault, passwordFault } from '@tma/contracts/identity/passwords';
import { limits } from '@tma/contracts/limits';
import { t } from '@tma/web/language/own-texts';

/** What is wrong with a new password in words; `none` is the rule itself. */
export const passwordText = (fault: PasswordFault | 'common' | 'none') => t(`password.${fault}`, limits.password);

/** Why the server refused a password. The only reason that the page cannot find itself is that it is a common one. */
export const refusedPasswordText = (password: string, email: string) =>
  passwordText(passwordFault(password, email) ?? 'common');
