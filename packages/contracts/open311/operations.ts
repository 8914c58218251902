/** The operations of the service open311: what other systems call, and the keys that heads give them. */
import { z } from 'zod';
import { json, operation } from '../operation.ts';
import { forRoles } from '../roles.ts';
import { binary, id } from '../scalars.ts';
import {
  NewSystemKey,
  Open311Definition,
  Open311Discovery,
  Open311Receipt,
  Open311Request,
  Open311Service,
  Open311Token,
  Open311Update,
  open311Formats,
  SystemKey,
} from './shapes.ts';

const keys = { service: 'open311', errors: 'problem', who: ['admin'], roles: forRoles.head } as const;
const open311 = { service: 'open311', errors: 'open311', who: 'anyone' } as const;

const format = z.enum(open311Formats);
const text = z.string().optional();
/** Several are written with commas, or given several times. */
const list = z.union([z.string(), z.array(z.string())]).optional();
/** The tehsil; may be absent where the key belongs to one, or there is only one. */
const place = { jurisdiction_id: text, api_key: text };

/** The form of a report that another system brings; what else it may say, `services/reports/submit/open311-form.ts` checks. */
const RequestForm = z.object({
  ...place,
  service_code: z.string(),
  description: z.string(),
  lat: text,
  long: text,
  address_string: text,
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  media: binary.optional(),
});

export const open311Operations = {
  open311Discovery: operation('GET /open311/v2/discovery.{format}', {
    ...open311,
    summary: 'Where Open311 is answered, and how (GeoReport v2)',
    params: z.object({ format }),
    answers: { 200: Open311Discovery },
  }),
  open311Services: operation('GET /open311/v2/services.{format}', {
    ...open311,
    summary: 'What problems can be reported',
    params: z.object({ format }),
    query: z.object(place),
    answers: { 200: z.array(Open311Service) },
  }),
  open311Service: operation('GET /open311/v2/services/{code}.{format}', {
    ...open311,
    summary: 'What can be said of a problem of that kind, beside the rest',
    params: z.object({ code: z.string(), format }),
    query: z.object(place),
    answers: { 200: Open311Definition },
  }),
  open311Requests: operation('GET /open311/v2/requests.{format}', {
    ...open311,
    summary: 'Reports, newest first: of the last 90 days, unless dates are given, 1,000 at most',
    params: z.object({ format }),
    query: z.object({
      ...place,
      service_request_id: list,
      service_code: list,
      start_date: text,
      end_date: text,
      status: list,
      updated_after: text,
      page: text,
      page_size: text,
      extensions: text,
    }),
    answers: { 200: z.array(Open311Request) },
  }),
  open311Request: operation('GET /open311/v2/requests/{id}.{format}', {
    ...open311,
    summary: 'One report',
    params: z.object({ id: z.string(), format }),
    query: z.object({ ...place, extensions: text }),
    answers: { 200: z.array(Open311Request) },
  }),
  open311Token: operation('GET /open311/v2/tokens/{id}.{format}', {
    ...open311,
    summary: 'The report of a token, which is its reference',
    params: z.object({ id: z.string(), format }),
    query: z.object(place),
    answers: { 200: z.array(Open311Token) },
  }),
  open311Updates: operation('GET /open311/v2/servicerequestupdates.{format}', {
    ...open311,
    summary: 'What happened to reports (an addition of mySociety)',
    params: z.object({ format }),
    query: z.object({ ...place, start_date: text, end_date: text }),
    answers: { 200: z.array(Open311Update) },
  }),
  open311Report: operation('POST /open311/v2/requests.{format}', {
    ...open311,
    summary: 'Bring a report, with a key',
    params: z.object({ format }),
    query: z.object(place),
    body: { type: 'multipart', urlencoded: true, schema: RequestForm },
    answers: { 201: z.array(Open311Receipt), 200: z.array(Open311Receipt) },
  }),
  listKeys: operation('GET /api/keys', {
    ...keys,
    summary: 'The keys of other systems that may bring reports of the tehsil, by name',
    answers: { 200: z.array(SystemKey) },
  }),
  createKey: operation('POST /api/keys', {
    ...keys,
    summary: 'Give another system a key, which is told this once',
    body: json(NewSystemKey),
    answers: { 201: z.object({ id, name: z.string(), key: z.string() }) },
  }),
  endKey: operation('DELETE /api/keys/{id}', {
    ...keys,
    summary: 'End the key of another system',
    params: z.object({ id: z.string() }),
    answers: { 204: null },
  }),
};
