/** Residents, their sessions and profiles, and tehsils, as operations take and return them. */
import { z } from 'zod';
import { profileTexts } from '../limits.ts';
import { id, language, line, time } from '../scalars.ts';

/** A schema for each text of a profile, made from the most characters that it may have. */
export const eachText = <S extends z.ZodType>(schemaOf: (max: number) => S) =>
  Object.fromEntries(Object.entries(profileTexts).map(([name, max]) => [name, schemaOf(max)])) as Record<
    keyof typeof profileTexts,
    S
  >;
const storedTexts = eachText(() => z.string());

export const UserMetadata = z.object({ ...storedTexts, language }).partial();

const Identity = z.object({
  identity_id: id,
  id,
  user_id: id,
  identity_data: z.record(z.string(), z.unknown()),
  provider: z.literal('email'),
  last_sign_in_at: time,
  created_at: time,
  updated_at: time,
  email: z.string(),
});

export const User = z
  .object({
    id,
    aud: z.literal('authenticated'),
    role: z.literal('authenticated'),
    email: z.string(),
    email_confirmed_at: time.optional(),
    confirmed_at: time.optional(),
    confirmation_sent_at: time.optional(),
    recovery_sent_at: time.optional(),
    new_email: z.string().optional(),
    email_change_sent_at: time.optional(),
    last_sign_in_at: time.optional(),
    phone: z.literal(''),
    app_metadata: z.object({ provider: z.literal('email'), providers: z.array(z.literal('email')) }),
    user_metadata: UserMetadata.extend({
      email: z.string(),
      email_verified: z.boolean(),
      phone_verified: z.boolean(),
      sub: id,
    }),
    identities: z.array(Identity),
    created_at: time,
    updated_at: time,
    is_anonymous: z.literal(false),
  })
  .meta({ id: 'User' });

export const Session = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int(),
    expires_at: z.int(),
    refresh_token: z.string(),
    user: User,
    weak_password: z.null().optional(),
  })
  .meta({ id: 'Session' });

/** The texts of a profile that a resident gives at sign-up and changes later. */
export const ProfileData = z.object(eachText(line)).partial();

/** The same with the language of their mails. At sign-up null stands for the default. */
export const NewUserData = ProfileData.extend({ language: language.nullish() });
export const UserData = ProfileData.extend({ language: language.optional() });

/** A resident's row in `usersdb`. */
export const Profile = z.object({ id, ...storedTexts }).meta({ id: 'Profile' });

export const Tehsil = z.object({ tehsil: z.string() }).meta({ id: 'Tehsil' });
