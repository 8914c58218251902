/** Open311's GeoReport v2 (https://wiki.open311.org/GeoReport_v2) as this portal speaks it; in XML the same under the same names. */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { id, line } from '../scalars.ts';

/** How an answer of Open311 is written; the ending of its path. */
export const open311Formats = ['json', 'xml'] as const;

const empty = z.null();
/** To the second, in UTC: `2026-03-05T09:30:00Z`. */
const moment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

export const Open311Discovery = z
  .object({
    changeset: moment,
    contact: z.string(),
    key_service: z.string(),
    endpoints: z.array(
      z.object({
        specification: z.string(),
        url: z.string(),
        changeset: moment,
        type: z.enum(['production', 'test']),
        formats: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'Open311Discovery' });

/** A kind of problem that can be reported; with `metadata` it has a definition with attributes. */
export const Open311Service = z
  .object({
    service_code: z.string(),
    service_name: z.string(),
    description: z.string(),
    metadata: z.boolean(),
    type: z.enum(['realtime', 'batch', 'blackbox']),
    keywords: z.string().nullable(),
    group: z.string().nullable(),
  })
  .meta({ id: 'Open311Service' });

export const Open311Definition = z
  .object({
    service_code: z.string(),
    attributes: z.array(
      z.object({
        variable: z.boolean(),
        code: z.string(),
        datatype: z.enum(['string', 'number', 'datetime', 'text', 'singlevaluelist', 'multivaluelist']),
        required: z.boolean(),
        datatype_description: z.string().nullable(),
        order: z.int(),
        description: z.string(),
        values: z.array(z.object({ key: z.string(), name: z.string() })),
      }),
    ),
  })
  .meta({ id: 'Open311Definition' });

/** A report; what its reporter does not share is null. `service_request_id` is its reference. */
export const Open311Request = z
  .object({
    service_request_id: z.string(),
    status: z.enum(['open', 'closed']),
    /** The status in the portal's own word. */
    status_notes: z.string(),
    service_name: z.string(),
    service_code: z.string(),
    description: z.string().nullable(),
    agency_responsible: z.string(),
    service_notice: empty,
    requested_datetime: moment,
    updated_datetime: moment,
    /** The last second of the day on whose end an answer is due. */
    expected_datetime: moment,
    address: z.string().nullable(),
    address_id: empty,
    zipcode: empty,
    lat: z.number().nullable(),
    long: z.number().nullable(),
    media_url: z.string().nullable(),
    /** With `extensions=true`. */
    extended_attributes: z.object({ supports: z.int(), closure: z.string().nullable() }).optional(),
    /** Likewise: what happened, in words of the portal. */
    notes: z.array(z.object({ datetime: moment, description: z.string(), type: z.string() })).optional(),
  })
  .meta({ id: 'Open311Request' });

/** The answer to a system that brought a report. */
export const Open311Receipt = z
  .object({ service_request_id: z.string(), service_notice: empty, account_id: empty })
  .meta({ id: 'Open311Receipt' });

export const Open311Token = z
  .object({ service_request_id: z.string(), token: z.string() })
  .meta({ id: 'Open311Token' });

/** Something that happened to a report after it came in. */
export const Open311Update = z
  .object({
    update_id: z.string(),
    service_request_id: z.string(),
    /** That after it. */
    status: z.enum(['open', 'closed']),
    updated_datetime: moment,
    description: z.string(),
    media_url: empty,
  })
  .meta({ id: 'Open311Update' });

const { default: perDay, max: mostPerDay } = limits.keyPerDay;
const wholeNumber = `must be a whole number from 1 to ${mostPerDay}`;

/** What a head specifies for a new key. */
export const NewSystemKey = z.object({
  name: line(limits.keyName).min(1, 'is required'),
  mayOmitMedia: z.boolean('must be true or false').default(false),
  perDay: z.int(wholeNumber).min(1, wholeNumber).max(mostPerDay, wholeNumber).default(perDay),
});

/** The key of another system, without the key itself. */
export const SystemKey = z
  .object({ id, name: z.string(), mayOmitMedia: z.boolean(), perDay: z.int() })
  .meta({ id: 'SystemKey' });
