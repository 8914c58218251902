import { ProfileData } from '@tma/contracts';
import type { z } from 'zod';

/** What residents state about themselves: the fields of `ProfileData`, all texts, empty while unknown. */
export type ProfileFields = Required<z.output<typeof ProfileData>>;
export type Profile = ProfileFields & { id: string };

/** The fields' names, which are also the columns of `profiles` (shown as `usersdb`) and the claims in `user_metadata`. */
export const profileFields = Object.keys(ProfileData.shape) as readonly (keyof ProfileFields)[];

export const emptyProfile = Object.fromEntries(profileFields.map((name) => [name, ''])) as ProfileFields;
