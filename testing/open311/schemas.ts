/**
 * What strict readers of GeoReport v2 expect in JSON: the schemas that the Open311 community published in 2016
 * (https://github.com/open311/schema-validation, schema/georeport-v2), transcribed without their descriptions.
 */
const text = { type: 'string' };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const time = { type: 'string', format: 'date-time' };
const listOf = (items: object) => ({ type: 'array', items });

const service = {
  required: ['service_code', 'service_name', 'metadata', 'type'],
  properties: {
    service_code: text,
    service_name: text,
    description: orNull(text),
    metadata: { type: 'boolean' },
    type: { type: 'string', enum: ['realtime', 'batch', 'blackbox'] },
    keywords: orNull(text),
    group: orNull(text),
  },
};

const definition = {
  required: ['service_code', 'attributes'],
  properties: {
    service_code: text,
    attributes: listOf({
      required: ['variable', 'code', 'datatype', 'required'],
      properties: {
        variable: { type: 'boolean' },
        code: text,
        datatype: {
          type: 'string',
          enum: ['string', 'number', 'datetime', 'text', 'singlevaluelist', 'multivaluelist'],
        },
        required: { type: 'boolean' },
        datatype_description: orNull(text),
        order: orNull({ type: 'integer' }),
        description: orNull(text),
        values: listOf({ required: ['key', 'name'], properties: { key: text, name: text } }),
      },
    }),
  },
};

const request = {
  required: ['service_request_id', 'status', 'service_code', 'requested_datetime'],
  properties: {
    service_request_id: text,
    status: { type: 'string', enum: ['open', 'closed'] },
    status_notes: orNull(text),
    service_name: orNull(text),
    service_code: text,
    description: orNull({ type: 'string', maxLength: 4000 }),
    agency_responsible: orNull(text),
    service_notice: orNull(text),
    requested_datetime: time,
    updated_datetime: orNull(time),
    expected_datetime: orNull(time),
    address: orNull(text),
    address_id: orNull(text),
    zipcode: orNull(text),
    lat: orNull({ type: 'number' }),
    long: orNull({ type: 'number' }),
    media_url: orNull({ type: 'string', format: 'uri' }),
  },
};

export const geoReportSchemas = { services: listOf(service), definition, requests: listOf(request) };
