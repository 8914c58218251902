import type { Profile } from '@tma/web/api/tables';

export type ProfileFieldName = Exclude<keyof Profile, 'id'>;

/** What a person gives at sign-up and may change on /profile; all are required. Lengths are in `packages/contracts/limits.ts`. */
const names: readonly ProfileFieldName[] = ['first_name', 'last_name', 'contact_number', 'tehsil', 'location'];

/** A profile without its id, each value made from the field's name. */
export const makeProfile = (make: (name: ProfileFieldName) => string) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Omit<Profile, 'id'>;
