import { passwordFault } from '@tma/contracts/identity/passwords';
import { passwordText } from '@tma/web/forms/field-rules';
import { useT } from '@tma/web/language/own-texts';
import { PasswordField, type PasswordFieldProps } from '@tma/web/ui/password-field';

interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'hint' | 'verdict' | 'autoComplete'> {
  /** What has been typed, and the address it must differ from. */
  typed: string;
  email: string;
}

/** A password to be chosen. Its hint is the server's rule, and shows with every change whether what is typed fits it. */
export function NewPasswordField({ typed, email, ...field }: NewPasswordFieldProps) {
  const t = useT();
  const fault = passwordFault(typed, email);
  // Beside an error the rule itself helps more than the same text again.
  const judged = typed !== '' && !field.error;
  const hint = judged ? (fault ? passwordText(fault) : t('password.fits')) : passwordText('none');
  const verdict = judged ? (fault ? 'bad' : 'good') : 'unknown';
  return <PasswordField {...field} hint={hint} verdict={verdict} autoComplete="new-password" />;
}
