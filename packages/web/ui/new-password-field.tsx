import { passwordFault } from '@tma/contracts/identity/passwords';
import { useT } from '@tma/web/own-texts';
import { faultWords } from '@tma/web/password-words';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';

interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'hint' | 'verdict' | 'autoComplete'> {
  /** What has been typed, and the address it must differ from. */
  typed: string;
  email: string;
}

/** A password to be chosen. Its hint is the server's rule, and says with every change whether what is typed fits it. */
export function NewPasswordField({ typed, email, ...field }: NewPasswordFieldProps) {
  const t = useT();
  const fault = passwordFault(typed, email);
  // Beside an error the rule itself is more help than the same words again.
  const judged = typed !== '' && !field.error;
  const hint = judged ? (fault ? faultWords(fault) : t('password.fits')) : faultWords('none');
  const verdict = judged ? (fault ? 'bad' : 'good') : 'unknown';
  return <PasswordField {...field} hint={hint} verdict={verdict} autoComplete="new-password" />;
}
