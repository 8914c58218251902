import { type PasswordFault, passwordFault } from '@tma/contracts/identity/passwords';
import { limits } from '@tma/contracts/limits';
import { t } from '@tma/web/own-texts';

/** What is wrong with a new password in words; `none` is the rule itself. */
export const faultWords = (fault: PasswordFault | 'common' | 'none') => t(`password.${fault}`, limits.password);

/** Why the server refused a password: what is not to be seen here is that it is a common one. */
export const refusedWords = (password: string, email: string) => faultWords(passwordFault(password, email) ?? 'common');
