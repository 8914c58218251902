/** Residents' profiles: the table `usersdb`, in which everybody sees their own row alone. */
import { z } from 'zod';
import { json, operation } from '../operation.ts';
import { columnFilter, rows, tableQuery } from '../rest.ts';
import { Profile, ProfileData } from './shapes.ts';

const usersdb = { service: 'auth', errors: 'postgrest', who: ['resident'] } as const;
const ownRow = tableQuery.extend({ id: columnFilter });

/**
 * A row, or an array of one row. The route names an unknown column as PostgREST does, and reads the row of an array once it knows that
 * there is one only: a megabyte has room for half a million, and what is wrong with each would be written down.
 */
const written = z.union([z.looseObject(ProfileData.shape), z.array(z.unknown())]);

export const profileOperations = {
  readProfile: operation('GET /rest/v1/usersdb', {
    ...usersdb,
    summary: "The caller's own profile",
    query: ownRow,
    answers: { 200: rows(Profile) },
  }),
  createProfile: operation('POST /rest/v1/usersdb', {
    ...usersdb,
    summary: "Create the caller's own profile when it is missing",
    query: tableQuery,
    body: json(written),
    answers: { 201: rows(Profile) },
  }),
  updateProfile: operation('PATCH /rest/v1/usersdb', {
    ...usersdb,
    summary: "Change the caller's own profile",
    query: ownRow,
    body: json(written),
    answers: { 200: rows(Profile), 204: null },
  }),
};
