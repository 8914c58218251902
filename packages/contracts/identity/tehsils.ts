import { z } from 'zod';
import { limits } from '../limits.ts';
import { json, operation } from '../operation.ts';
import { rows, tableQuery } from '../rest.ts';
import { forRoles } from '../roles.ts';
import { placeName } from '../scalars.ts';
import { Tehsil } from './shapes.ts';

const auth = { service: 'auth', errors: 'problem' } as const;

export const tehsilOperations = {
  addTehsil: operation('POST /api/addTehsil', {
    ...auth,
    who: 'anyone',
    roles: forRoles.head,
    summary: 'Add a tehsil, as an administrator or with the secret key',
    body: json(z.object({ newtehsil: placeName(limits.tehsil), Secret_Key: z.string().nullish() })),
    answers: { 201: Tehsil },
  }),
  listTehsils: operation('GET /api/gettehsils', {
    ...auth,
    who: 'anyone',
    summary: 'The tehsils, by name',
    answers: { 200: z.array(Tehsil) },
  }),
  readTehsils: operation('GET /rest/v1/tehsils', {
    service: 'auth',
    errors: 'postgrest',
    who: 'anyone',
    summary: 'The tehsils, by name',
    query: tableQuery,
    answers: { 200: rows(Tehsil) },
  }),
};
