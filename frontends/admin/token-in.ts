/** The token of a mail's link in the fragment of the address; null for an anchor within the page. */
export const tokenIn = (hash: string): string | null => /^#([\w-]{60,})$/.exec(hash)?.[1] ?? null;
