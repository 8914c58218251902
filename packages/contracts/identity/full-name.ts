/** First and last name joined by a space; empty when neither is known. */
export const fullName = (first: string | undefined, last: string | undefined): string =>
  [first, last]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');

/** The same, `User` when neither is known. */
export const fullNameOrUser = (first: string | undefined, last: string | undefined): string =>
  fullName(first, last) || 'User';

/** The reporter's name in a report once their account was erased. It is data, which pages translate. */
export const deletedUser = 'Deleted user';
