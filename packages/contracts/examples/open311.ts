import { jurisdictionOf } from '../scalars.ts';
import { sample } from './sample.ts';
import { step } from './step.ts';

const { system, tehsil } = sample;
const jurisdiction_id = jurisdictionOf(tehsil);
const [code, name] = ['side-walk', 'Side Walk Repair'];
const moment = '2026-11-25T09:30:00Z';
const changeset = '2026-11-25T00:00:00Z';
const format = 'json';
const query = { jurisdiction_id };
const unsaid = { description: null, service_notice: null, address_id: null, zipcode: null, media_url: null };
const request = {
  ...unsaid,
  service_request_id: system.reference,
  status: 'open' as const,
  status_notes: 'Open',
  service_name: name,
  service_code: code,
  agency_responsible: tehsil,
  requested_datetime: moment,
  updated_datetime: moment,
  expected_datetime: '2026-12-09T18:59:59Z',
  address: null,
  lat: null,
  long: null,
};

export const systems = [
  step('createKey', 201, 'A head gives another system a key, which is told this once', {
    body: { name: system.name, mayOmitMedia: true, perDay: 500 },
    answer: { id: system.id, name: system.name, key: system.key },
  }),
  step('listKeys', 200, 'Who may bring reports', {
    answer: [{ id: system.id, name: system.name, mayOmitMedia: true, perDay: 500 }],
  }),
  step('open311Discovery', 200, 'Where Open311 is answered', {
    params: { format },
    answer: {
      changeset,
      contact: 'http://localhost:8080/contact',
      key_service: 'The head of an office gives keys: http://localhost:8080/contact',
      endpoints: [
        {
          specification: 'http://wiki.open311.org/GeoReport_v2',
          url: 'http://localhost:8080/open311/v2',
          changeset,
          type: 'production',
          formats: ['application/json', 'application/xml'],
        },
      ],
    },
  }),
  step('open311Services', 200, 'What can be reported; the tehsil in lower case, with hyphens', {
    params: { format },
    query,
    answer: [
      {
        service_code: 'road-side-dust',
        service_name: 'Trash : Road side dust',
        description: 'Trash : Road side dust',
        metadata: false,
        type: 'realtime',
        keywords: null,
        group: 'Trash',
      },
    ],
  }),
  step('open311Service', 200, 'What is asked beside the rest', {
    params: { code: 'street-lights', format },
    query,
    answer: {
      service_code: 'street-lights',
      attributes: [
        {
          variable: true,
          code: 'papers',
          datatype: 'multivaluelist',
          required: false,
          datatype_description: 'All that there are',
          order: 1,
          description: 'Papers that are at hand, for which the office may ask',
          values: [{ key: 'ID', name: 'ID' }],
        },
      ],
    },
  }),
  step('open311Report', 201, 'A report of the other system', {
    params: { format },
    query,
    body: {
      api_key: system.key,
      service_code: code,
      description: 'A slab is missing.',
      address_string: 'Bank Road',
    },
    answer: [{ service_request_id: system.reference, service_notice: null, account_id: null }],
  }),
  step('open311Report', 403, 'Without a key there is none', {
    params: { format },
    body: { service_code: code, description: 'A slab is missing.', address_string: 'Bank Road' },
    answer: [{ code: 403, description: 'api_key: is missing' }],
  }),
  step('open311Requests', 200, 'What there is, newest first', {
    params: { format },
    query: { ...query, page_size: '1' },
    answer: [request],
  }),
  step('open311Request', 200, 'One report: what its reporter does not share is not told', {
    params: { id: system.reference, format },
    query,
    answer: [request],
  }),
  step('open311Token', 200, 'A token is the reference', {
    params: { id: system.reference, format },
    query,
    answer: [{ service_request_id: system.reference, token: system.reference }],
  }),
  step('open311Updates', 200, 'What has happened since', {
    params: { format },
    query: { ...query, start_date: '2026-11-01T00:00:00Z' },
    answer: [
      {
        update_id: '41',
        service_request_id: sample.report.reference,
        status: 'closed',
        updated_datetime: moment,
        description: 'Its status is Closed.',
        media_url: null,
      },
    ],
  }),
  step('endKey', 204, 'From now on nothing comes by this key', { params: { id: system.id } }),
];
