import { email } from '@tma/contracts';
import { validationFailed } from './refusals.ts';

/** An address as it is kept, or null for what is no address. */
export const readEmail = (text: string): string | null => email.safeParse(text).data ?? null;

/** An address as it is kept. Throws `validation_failed` for what is no address. */
export function demandEmail(text: string): string {
  const address = readEmail(text);
  if (address === null) throw validationFailed('Unable to validate email address: invalid format');
  return address;
}
