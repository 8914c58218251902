import { profileTexts } from '@tma/contracts/limits';

/** What a person gives at sign-up and may change on /profile; all are required. */
export type ProfileFieldName = keyof typeof profileTexts;

export const profileFieldNames = Object.keys(profileTexts) as ProfileFieldName[];

/** A profile without its id, each value made from the field's name. */
export const makeProfile = (make: (name: ProfileFieldName) => string) =>
  Object.fromEntries(profileFieldNames.map((name) => [name, make(name)])) as Record<ProfileFieldName, string>;
