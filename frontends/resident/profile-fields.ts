import type { Profile } from '@tma/web/api/tables';

export type ProfileFieldName = Exclude<keyof Profile, 'id'>;

interface ProfileField {
  control: 'text' | 'tehsil';
  type?: 'tel';
  /** What the browser may fill in (the values of HTML's `autocomplete`). */
  autoComplete?: string;
  /** Stands beside the field before it where there is room. */
  besidePrevious?: boolean;
}

/**
 * What a person gives at sign-up and may change on /profile, in the order of the forms; labels in the texts under `person`,
 * lengths in `packages/contracts/limits.ts`. All are required.
 */
export const profileFields: Readonly<Record<ProfileFieldName, ProfileField>> = {
  first_name: { control: 'text', autoComplete: 'given-name' },
  last_name: { control: 'text', autoComplete: 'family-name', besidePrevious: true },
  contact_number: { control: 'text', type: 'tel', autoComplete: 'tel' },
  tehsil: { control: 'tehsil' },
  location: { control: 'text', autoComplete: 'street-address' },
};

export const profileFieldNames = Object.keys(profileFields) as ProfileFieldName[];

/** A profile without its id, each value made from the field's name. */
export const makeProfile = (make: (name: ProfileFieldName) => string) =>
  Object.fromEntries(profileFieldNames.map((name) => [name, make(name)])) as Omit<Profile, 'id'>;
