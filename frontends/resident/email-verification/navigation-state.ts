const textIn = (state: unknown, name: string): string | null => {
  if (typeof state !== 'object' || state === null) return null;
  const value = (state as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The email address, and the name of the message, that the page was opened with, each null where there is none. */
export const readState = (state: unknown) => ({ email: textIn(state, 'email'), message: textIn(state, 'message') });
