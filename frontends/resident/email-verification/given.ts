const wordIn = (state: unknown, name: string): string | null => {
  if (typeof state !== 'object' || state === null) return null;
  const value = (state as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The address and the message the page was opened with, as far as there are any. */
export const given = (state: unknown) => ({ email: wordIn(state, 'email'), message: wordIn(state, 'message') });
