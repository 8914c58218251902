import type { PublicReport } from '@tma/contracts';
import { expect, it } from 'vitest';
import { definitionOf, requestOf, serviceOf, updateOf } from './shapes.ts';

const report: PublicReport = {
  reference: 'TMA-7CV3X4JW',
  issue: 'Side Walk Repair',
  tehsil: 'Takht Bhai',
  status: 'In Progress',
  created_at: '2026-03-05T09:30:00.999Z',
  updated_at: '2026-03-06T10:00:00.001Z',
  due: '2026-03-19T18:59:59.000Z',
  location: null,
  description: null,
  image: null,
  lat: null,
  long: null,
  supports: 2,
  closure: 'disputed',
  history: null,
};
const unsaid = { description: null, address: null, lat: null, long: null, media_url: null };
const told = (changes: Partial<PublicReport> = {}) => requestOf({ ...report, ...changes }, 'https://tma.example');

it('a request has all names of the standard, also of what is not told, and times to the second', () => {
  expect(told()).toEqual({
    ...unsaid,
    service_request_id: 'TMA-7CV3X4JW',
    status: 'open',
    status_notes: 'In Progress',
    service_name: 'Side Walk Repair',
    service_code: 'side-walk',
    agency_responsible: 'Takht Bhai',
    service_notice: null,
    requested_datetime: '2026-03-05T09:30:00Z',
    updated_datetime: '2026-03-06T10:00:00Z',
    expected_datetime: '2026-03-19T18:59:59Z',
    address_id: null,
    zipcode: null,
  });
});

it('of a shared one place, words and picture are told', () => {
  const shared = { location: 'Canal Road', description: 'A hole.', image: 'uploads/a.webp', lat: 34.1988, long: 0 };
  expect(told(shared)).toMatchObject({
    address: 'Canal Road',
    description: 'A hole.',
    media_url: 'https://tma.example/uploads/a.webp',
    lat: 34.1988,
    long: 0,
  });
});

it.each([
  ['Open', 'open'],
  ['In Progress', 'open'],
  ['Closed', 'closed'],
  ['Dropped', 'closed'],
  ['One of a later version', 'open'],
])('%s is %s, and its own word in the notes', (status, state) => {
  expect(told({ status })).toMatchObject({ status: state, status_notes: status });
});

it('with extensions: who has the same problem, what became of the closing, and the history in words of the portal', () => {
  const at = '2026-03-06T10:00:00.001Z';
  const { extended_attributes, notes } = told({
    history: [
      { at, kind: 'created', status: 'Open', schedule: null },
      { at, kind: 'changed', status: 'Closed', schedule: '2026-03-07' },
      { at, kind: 'disputed', status: 'Open', schedule: '2026-03-07' },
    ],
  });
  expect(extended_attributes).toEqual({ supports: 2, closure: 'disputed' });
  const datetime = '2026-03-06T10:00:00Z';
  expect(notes).toEqual([
    { datetime, description: 'It was reported.', type: 'created' },
    { datetime, description: 'Its status is Closed. It is scheduled for 2026-03-07.', type: 'changed' },
    { datetime, description: 'Its reporter says that it is not fixed.', type: 'disputed' },
  ]);
});

it('an update has the state after it', () => {
  const entry = { at: report.updated_at, kind: 'changed', status: 'Dropped', schedule: null } as const;
  expect(updateOf({ ...entry, seq: 41, reference: report.reference })).toEqual({
    update_id: '41',
    service_request_id: 'TMA-7CV3X4JW',
    status: 'closed',
    updated_datetime: '2026-03-06T10:00:00Z',
    description: 'Its status is Dropped.',
    media_url: null,
  });
});

it('only a problem that needs papers has attributes: which of them are at hand', () => {
  const lights = { name: 'Street Lights Repair', code: 'street-lights', kind: 'problem', documents: [] } as const;
  const walk = { name: 'Side Walk Repair', code: 'side-walk', kind: 'problem', documents: [] } as const;
  expect([serviceOf(lights).metadata, serviceOf(walk).metadata]).toEqual([true, false]);
  expect(definitionOf(walk)).toEqual({ service_code: 'side-walk', attributes: [] });
  expect(definitionOf(lights).attributes).toMatchObject([
    { code: 'papers', datatype: 'multivaluelist', variable: true, required: false, order: 1 },
  ]);
  expect(definitionOf(lights).attributes[0]?.values.map(({ key }) => key)).toEqual([
    'Written application',
    'ID',
    'Address proof',
    'Photos',
  ]);
});
