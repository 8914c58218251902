/** Closures of every kind, of the newest reports, made as administrators and residents make them. */
import type { ClientBase } from 'pg';
import { CommandError } from '../command.ts';
import { adminTokenOf, call, formWith, tokenOf } from './calls.ts';
import { adminEmail, residentEmail, type Seed } from './people.store.ts';

/** What happens to the newest report of a resident, in order. */
type Act = 'prove' | 'close' | 'confirm' | 'dispute' | 'lapse' | 'reopen' | 'message';

interface Story {
  resident: number;
  acts: readonly Act[];
  /** What there is to see. */
  shows: string;
}

const stories: readonly Story[] = [
  { resident: 1, acts: ['prove', 'close'], shows: 'asks whether it is fixed' },
  { resident: 2, acts: ['prove', 'close', 'confirm'], shows: 'was confirmed' },
  { resident: 3, acts: ['prove', 'close', 'dispute', 'message'], shows: 'is not fixed, open again, and has a message' },
  { resident: 4, acts: ['close', 'dispute', 'prove', 'close'], shows: 'asks for the second time' },
  { resident: 5, acts: ['close', 'lapse'], shows: 'was not answered, and has no picture' },
  { resident: 6, acts: ['close'], shows: 'asks, and has no picture' },
  { resident: 10, acts: ['prove', 'close', 'reopen'], shows: 'was opened again before an answer' },
];

interface Report {
  id: string;
  reference: string;
  tehsil: string;
}

/** A report with what there is to see of it. */
export interface Shown {
  email: string;
  reference: string;
  shows: string;
}

interface Place {
  portal: string;
  people: Seed;
  password: string;
  /** The database of the reports service. */
  reports: ClientBase;
}

/** Closes, disputes and confirms some of the newest reports. @returns what there is to see */
export async function makeClosures(place: Place): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const story of stories) shown.push(await play(place, story));
  return shown;
}

async function play(place: Place, { resident, acts, shows }: Story): Promise<Shown> {
  const { portal, people, password } = place;
  const email = residentEmail(people.seed, resident);
  const own = await tokenOf(portal, email, password);
  const report = await newestOf(portal, own);
  const office = adminEmail(people.seed, 1 + people.tehsils.indexOf(report.tehsil));
  const token = await adminTokenOf(portal, office, password);

  const path = `/reports/${report.id}`;
  const answer = (json: object) => call(portal, `${path}/closure`, { token: own, json });
  const change = (status: string) => call(portal, path, { method: 'PUT', token, json: { status } });
  const does: Record<Act, () => Promise<unknown>> = {
    prove: () => call(portal, `${path}/proof`, { token, body: proofOf(people.seed, resident) }),
    close: () => change('Closed'),
    confirm: () => answer({ answer: 'fixed' }),
    dispute: () => answer({ answer: 'not-fixed', reason: 'Somebody came and looked, but it is as it was.' }),
    lapse: () => lapse(place.reports, report.id),
    reopen: () => change('In Progress'),
    message: () => call(portal, `${path}/notes`, { token, json: { text: 'We come again tomorrow.', public: true } }),
  };
  for (const act of acts) await does[act]();
  return { email, reference: report.reference, shows };
}

/**
 * Lets the time to answer a report's closure be over: the service notes within a minute that nobody answered. When it was closed stays:
 * by that the signed log finds the closing's entry.
 */
export const lapse = (reports: ClientBase, reportId: string) =>
  reports.query(`update closures set answer_by = now() where report_id = $1 and state = 'claimed'`, [reportId]);

/** The caller's newest report. */
async function newestOf(portal: string, token: string): Promise<Report> {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  const query = `select=id,reference,tehsil&user_id=eq.${sub}&order=created_at.desc&limit=1`;
  const [report] = await call<Report[]>(portal, `/rest/v1/requests?${query}`, { token });
  if (!report) throw new CommandError('A sample resident has no report.');
  return report;
}

/** The form with a picture that looks like that of no other report of any seed. */
const proofOf = (seed: number, resident: number) =>
  formWith({ note: 'Done this morning.' }, resident * 20 + 10, 900, 600, `${seed} ${resident}`);
