import type { Profile as ProfileSchema } from '@tma/contracts';
import type { z } from 'zod';

export type Profile = z.infer<typeof ProfileSchema>;
/** What a person says of themself; the columns of `usersdb` but the id. */
export type ProfileFields = Omit<Profile, 'id'>;

export const emptyProfile: ProfileFields = {
  first_name: '',
  last_name: '',
  contact_number: '',
  tehsil: '',
  location: '',
};

/** Only what a person says of themself, whatever else the object holds. */
export const fieldsOf = ({
  first_name,
  last_name,
  contact_number,
  tehsil,
  location,
}: ProfileFields): ProfileFields => ({
  first_name,
  last_name,
  contact_number,
  tehsil,
  location,
});

/** First and last name joined; empty when neither is known. */
export const fullName = ({ first_name, last_name }: ProfileFields) => `${first_name} ${last_name}`.trim();
