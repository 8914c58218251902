/** Residents' profiles: the table `usersdb`, in which everybody sees their own row alone. */
import { z } from 'zod';
import { operation } from '../operation.ts';
import { rows, tableQuery } from '../rest.ts';
import { Profile, ProfileData } from './shapes.ts';

const usersdb = { service: 'auth', errors: 'postgrest', path: '/rest/v1/usersdb', who: ['resident'] } as const;
const ownRow = tableQuery.extend({ id: z.string().optional() });

/** A row, or an array of one row. The route names an unknown column as PostgREST does. */
const written = z.union([z.looseObject(ProfileData.shape), z.array(z.looseObject(ProfileData.shape))]);

export const profileOperations = {
  readProfile: operation({
    ...usersdb,
    method: 'GET',
    summary: "The caller's own profile",
    query: ownRow,
    answers: { 200: rows(Profile) },
  }),
  createProfile: operation({
    ...usersdb,
    method: 'POST',
    summary: "Create the caller's own profile when it is missing",
    query: tableQuery,
    body: { type: 'json', schema: written },
    answers: { 201: rows(Profile) },
  }),
  updateProfile: operation({
    ...usersdb,
    method: 'PATCH',
    summary: "Change the caller's own profile",
    query: ownRow,
    body: { type: 'json', schema: written },
    answers: { 200: rows(Profile), 204: null },
  }),
};
