/** Why a mail's link failed: it has expired or was used, or the new address belongs to another account by now. */
type LinkError = 'expired' | 'taken';

/** The error in GoTrue's fragment (`#error=…&error_code=…`), or null. */
export function linkError(hash: string): LinkError | null {
  const code = new URLSearchParams(hash.slice(1)).get('error_code');
  if (code === null) return null;
  return code === 'email_exists' ? 'taken' : 'expired';
}

/** The query that marks the link in the mail to a new address. */
export const newEmailQuery = { confirmed: 'email' } as const;
const newEmailSearch = `?${new URLSearchParams(newEmailQuery)}`;

/** The outcome of that link, where it led to this page; null when the page was opened in any other way. */
export const newEmailOutcome = (search: string, hash: string): LinkError | 'confirmed' | null =>
  search === newEmailSearch ? (linkError(hash) ?? 'confirmed') : null;
