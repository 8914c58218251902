/** Why a mail's link did not do what it is for: it is spent or void, or the new address has become somebody else's. */
export type LinkFault = 'expired' | 'taken';

/** The fault that GoTrue's fragment tells (`#error=…&error_code=…`), or null. */
export function linkFault(hash: string): LinkFault | null {
  const code = new URLSearchParams(hash.slice(1)).get('error_code');
  if (code === null) return null;
  return code === 'email_exists' ? 'taken' : 'expired';
}

/** The query that marks the link in the mail for a new address. */
export const newEmailQuery = 'confirmed=email';

/** What became of a new address, where its link led to this page; null for any other way here. */
export const newEmailNews = (search: string, hash: string): LinkFault | 'confirmed' | null =>
  search === `?${newEmailQuery}` ? (linkFault(hash) ?? 'confirmed') : null;
