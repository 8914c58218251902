/** The tables of `/rest/v1`: a closed subset of PostgREST's wire format. */
import { z } from 'zod';
import { ProfileData } from './identity.ts';
import { operation } from './operation.ts';
import { day, id, time } from './rules.ts';

export const Tehsil = z.object({ tehsil: z.string() }).meta({ id: 'Tehsil' });

export const Profile = z
  .object({
    id,
    first_name: z.string(),
    last_name: z.string(),
    contact_number: z.string(),
    tehsil: z.string(),
    location: z.string(),
  })
  .meta({ id: 'Profile' });

/** A report as residents see it; `user_id` is null in others' rows and after erasure. */
export const RequestRow = z
  .object({
    id,
    reference: z.string(),
    user_id: id.nullable(),
    issue: z.string(),
    description: z.string(),
    status: z.string(),
    location: z.string(),
    tehsil: z.string(),
    image: z.string(),
    created_at: time,
    updated_at: time,
    schedule: day.nullable(),
  })
  .meta({ id: 'RequestRow' });

const postgrest = { errors: 'postgrest' } as const;

const text = z.string().optional();

/** PostgREST's query: `select`, `order`, `limit`, `offset` and a filter by column, `eq.value`. Read by `kit/postgrest.ts`. */
const query = z.looseObject({ select: text, order: text, limit: text, offset: text });
const profileQuery = query.extend({ id: text });
const requestQuery = query.extend({ id: text, user_id: text, status: text, tehsil: text, issue: text });

const rows = <T extends z.ZodObject>(row: T) => z.union([z.array(row.partial()), row.partial()]);
/** A row, or an array of one row. The route names an unknown column as PostgREST does. */
const written = z.union([z.looseObject(ProfileData.shape), z.array(z.looseObject(ProfileData.shape))]);

export const tableOperations = {
  readTehsils: operation({
    ...postgrest,
    method: 'GET',
    path: '/rest/v1/tehsils',
    service: 'auth',
    who: 'anyone',
    summary: 'The tehsils, by name',
    query,
    answers: { 200: rows(Tehsil) },
  }),
  readProfile: operation({
    ...postgrest,
    method: 'GET',
    path: '/rest/v1/usersdb',
    service: 'auth',
    who: 'resident',
    summary: "The caller's own profile",
    query: profileQuery,
    answers: { 200: rows(Profile) },
  }),
  createProfile: operation({
    ...postgrest,
    method: 'POST',
    path: '/rest/v1/usersdb',
    service: 'auth',
    who: 'resident',
    summary: "Create the caller's own profile when it is missing",
    query,
    body: { type: 'json', schema: written },
    answers: { 201: rows(Profile) },
  }),
  updateProfile: operation({
    ...postgrest,
    method: 'PATCH',
    path: '/rest/v1/usersdb',
    service: 'auth',
    who: 'resident',
    summary: "Change the caller's own profile",
    query: profileQuery,
    body: { type: 'json', schema: written },
    answers: { 200: rows(Profile), 204: null },
  }),
  readRequests: operation({
    ...postgrest,
    method: 'GET',
    path: '/rest/v1/requests',
    service: 'reports',
    who: 'resident',
    summary: 'Reports, newest first',
    query: requestQuery,
    answers: { 200: rows(RequestRow), 304: null },
  }),
};
