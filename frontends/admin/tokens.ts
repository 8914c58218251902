import { claimsOf } from '@tma/web/session/token-claims';

/** The token of a mail's link in the fragment of the address; null for an anchor within the page. */
export const tokenIn = (hash: string): string | null => /^#([\w-]{60,})$/.exec(hash)?.[1] ?? null;

/** The id of the administrator whose session's token it is. */
export const ownerOf = (token: string): string => String(claimsOf(token)?.sub ?? '');
