import { z } from 'zod';
import { limits } from '../limits.ts';
import { operation } from '../operation.ts';
import { rows, tableQuery } from '../rest.ts';
import { forRoles } from '../roles.ts';
import { placeName } from '../scalars.ts';
import { Tehsil } from './shapes.ts';

const auth = { service: 'auth', errors: 'problem' } as const;

export const tehsilOperations = {
  addTehsil: operation({
    ...auth,
    method: 'POST',
    path: '/api/addTehsil',
    who: 'anyone',
    roles: forRoles.head,
    summary: 'Add a tehsil, as an administrator or with the secret key',
    body: {
      type: 'json',
      schema: z.object({
        newtehsil: placeName(limits.tehsil),
        Secret_Key: z.string().nullish(),
      }),
    },
    answers: { 201: Tehsil },
  }),
  listTehsils: operation({
    ...auth,
    method: 'GET',
    path: '/api/gettehsils',
    who: 'anyone',
    summary: 'The tehsils, by name',
    answers: { 200: z.array(Tehsil) },
  }),
  readTehsils: operation({
    service: 'auth',
    errors: 'postgrest',
    method: 'GET',
    path: '/rest/v1/tehsils',
    who: 'anyone',
    summary: 'The tehsils, by name',
    query: tableQuery,
    answers: { 200: rows(Tehsil) },
  }),
};
