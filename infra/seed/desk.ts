/** The desk of the first tehsil, as its two administrators use it: whose report is whose, and what they note. */
import { answered } from './answered.ts';
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
  const json = <T>(token: string | null, method: string, path: string, body?: object) =>
    answered<T>(portal + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const first = adminEmail(people.seed, 1);
  const deputy = deputyEmail(people.seed);
  const signIn = async (Email: string) => {
    const { Token } = await json<{ Token: string }>(null, 'POST', '/adminsignin', { Email, Password: password });
    const admins = await json<{ id: string; you: boolean }[]>(Token, 'GET', '/api/admins');
    return { Token, id: admins.find(({ you }) => you)?.id ?? null };
  };
  const [one, other] = [await signIn(first), await signIn(deputy)];
  const ids = { first: one.id, deputy: other.id, nobody: null };
  const names = { first, deputy, nobody: 'nobody' };
  const list = (filter: string) => json<Report[]>(one.Token, 'GET', `/adminrequests?filter=${filter}&limit=50`);
  const overdue = await list('overdue');
  const waiting = (await list('pending')).filter((report) => report.due !== null && !report.overdue);
  waiting.sort((a, b) => (a.due ?? '').localeCompare(b.due ?? ''));

  const shown: Desk['shown'] = [];
  for (const [reports, works] of [[overdue, late] as const, [waiting, soon] as const]) {
    for (const [index, { assignee, note, message, shows }] of works.entries()) {
      const report = reports[index];
      if (!report) continue;
      const path = `/reports/${report.id}`;
      await json(one.Token, 'PUT', `${path}/assignee`, { assignee: ids[assignee] });
      if (note) await json(other.Token, 'POST', `${path}/notes`, { text: note });
      if (message) await json(one.Token, 'POST', `${path}/notes`, { text: message, public: true });
      shown.push({ reference: report.reference, assignee: names[assignee], shows });
    }
  }
  return { tehsil: people.tehsils[0] ?? '', deputy, shown };
}
