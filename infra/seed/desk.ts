/** The desk of the first tehsil, as its two administrators use it: whose report is whose, and what they note. */
import { adminTokenOf, call } from './calls.ts';
import { adminEmail, deputyEmail, type Seed } from './people.store.ts';

interface Report {
  id: string;
  reference: string;
  due: string | null;
  overdue: boolean;
}

/** Whose a report becomes, and the notes on it. */
interface Work {
  assignee: 'first' | 'deputy' | 'nobody';
  note?: string;
  message?: string;
  shows: string;
}

const late: readonly Work[] = [
  { assignee: 'first', note: 'The crew was there. A part is missing.', shows: 'is overdue, with a private note' },
  { assignee: 'deputy', message: 'We come as soon as the part is here.', shows: 'is overdue, with a message' },
  { assignee: 'nobody', shows: 'is overdue, and nobody has it' },
];
const soon: readonly Work[] = [
  {
    assignee: 'deputy',
    note: 'Second call today.',
    message: 'A crew is on its way.',
    shows: 'has a note and a message',
  },
  { assignee: 'first', shows: 'is due next' },
];

export interface Desk {
  tehsil: string;
  /** The address of the second administrator. */
  deputy: string;
  /** Reports with whose they are and what there is to see of them. */
  shown: { reference: string; assignee: string; shows: string }[];
}

interface Place {
  portal: string;
  people: Seed;
  password: string;
}

/** Has the administrators of the first tehsil assign reports that are overdue and nearly due, and write notes. */
export async function workAtDesk({ portal, people, password }: Place): Promise<Desk> {
  const first = adminEmail(people.seed, 1);
  const deputy = deputyEmail(people.seed);
  const [one, other] = [await signIn(portal, first, password), await signIn(portal, deputy, password)];
  const admins = {
    first: { id: one.id, email: first },
    deputy: { id: other.id, email: deputy },
    nobody: { id: null, email: 'nobody' },
  };
  const list = (filter: string) =>
    call<Report[]>(portal, `/adminrequests?filter=${filter}&limit=50`, { token: one.token });
  const overdue = await list('overdue');
  const waiting = (await list('pending')).filter((report) => report.due !== null && !report.overdue);
  waiting.sort((a, b) => (a.due ?? '').localeCompare(b.due ?? ''));

  const planned = [...pairs(overdue, late), ...pairs(waiting, soon)];
  for (const [{ id }, { assignee, note, message }] of planned) {
    const path = `/reports/${id}`;
    const json = { assignee: admins[assignee].id };
    await call(portal, `${path}/assignee`, { method: 'PUT', token: one.token, json });
    if (note) await call(portal, `${path}/notes`, { token: other.token, json: { text: note } });
    if (message) await call(portal, `${path}/notes`, { token: one.token, json: { text: message, public: true } });
  }
  const shown = planned.map(([{ reference }, { assignee, shows }]) => ({
    reference,
    assignee: admins[assignee].email,
    shows,
  }));
  return { tehsil: people.tehsils[0] ?? '', deputy, shown };
}

async function signIn(portal: string, email: string, password: string) {
  const token = await adminTokenOf(portal, email, password);
  const admins = await call<{ id: string; you: boolean }[]>(portal, '/api/admins', { token });
  return { token, id: admins.find(({ you }) => you)?.id ?? null };
}

/** Each report with the work on it, as far as there are both. */
const pairs = (reports: readonly Report[], works: readonly Work[]): [Report, Work][] =>
  works.flatMap((work, index) => (reports[index] ? [[reports[index], work]] : []));
