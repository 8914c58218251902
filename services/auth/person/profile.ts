import { defaultLanguage, fullName, type Language, ProfileData } from '@tma/contracts';
import type { z } from 'zod';

/** What residents state about themselves: the fields of `ProfileData`, all texts, empty while unknown. */
export type ProfileFields = Required<z.output<typeof ProfileData>>;

/** The same with the language of their mails: what `user_metadata` says of them. */
export type PersonFields = ProfileFields & { language: Language };

export type Profile = PersonFields & { id: string };

/** The names of the texts, which are also the columns of `usersdb`. */
export const profileFields = Object.keys(ProfileData.shape) as readonly (keyof ProfileFields)[];

/** The columns of the table `profiles` beside its key, and the claims in `user_metadata`. */
export const personFields: readonly (keyof PersonFields)[] = [...profileFields, 'language'];

export const emptyProfile = Object.fromEntries(profileFields.map((name) => [name, ''])) as ProfileFields;

/** A person of whom nothing is known yet. */
export const newPerson: PersonFields = { ...emptyProfile, language: defaultLanguage };

export const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  fullName(first_name, last_name);
