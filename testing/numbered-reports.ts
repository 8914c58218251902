/** Reports in every state and what happened to one, for pages in which every letter is to be the page's own: people wrote numbers. */
import { row } from '@tma/contracts/examples/sample';

const written = { reference: '1', location: '2', description: '3', tehsil: '4' };
const days = { schedule: '2027-03-05', due: '2027-03-06' };
const picture = 'uploads/5.webp';

/** What makes a sample row one in that state. */
export const states = [
  { status: 'Open' },
  { status: 'In Progress', overdue: true },
  { status: 'Dropped', image: '' },
  { status: 'Closed', closure: 'claimed', proof: null },
  { status: 'Closed', closure: 'claimed', proof: picture },
  { status: 'Closed', closure: 'confirmed', proof: picture },
  { status: 'Open', closure: 'disputed', proof: picture },
  { status: 'Closed', closure: 'unanswered', proof: null },
].map((state, place) => ({ ...written, ...days, ...state, id: `${place}` }));

const entry = {
  at: row.created_at,
  status: 'Open',
  schedule: null,
  by: 'resident',
  name: null,
  text: null,
  image: null,
};
const office = { ...entry, by: 'administration' };

export const history = [
  { ...entry, kind: 'created' },
  { ...office, kind: 'noted', text: '6' },
  { ...office, kind: 'assigned' },
  { ...office, kind: 'assigned', text: '7' },
  { ...office, kind: 'changed', status: 'In Progress', schedule: '2027-03-05' },
  { ...office, kind: 'changed', status: 'In Progress', schedule: '2027-03-06' },
  { ...office, kind: 'changed', status: 'In Progress' },
  { ...office, kind: 'proved', status: 'In Progress', image: picture },
  { ...office, kind: 'changed', status: 'Closed' },
  { ...office, kind: 'changed', status: 'Closed' },
  { ...entry, kind: 'disputed', text: '8' },
  { ...entry, kind: 'confirmed', status: 'Closed' },
  { ...entry, kind: 'unanswered', by: 'portal', status: 'Closed' },
].map((one, seq) => ({ ...one, seq }));

/** Where somebody is signed in: in this browser, and in another. */
export const sessions = [true, false].map((current, place) => ({
  ...{ id: String(place), browser: '9', current },
  ...{ startedAt: '2026-11-21T09:30:00.000Z', lastSeen: '2026-11-21T09:40:00.000Z' },
}));
