import { setTimeout as wait } from 'node:timers/promises';
import { askWithRetries, expected } from './ask.ts';
import type { KnownReport, Oracle, Person } from './oracle.ts';
import { signUp } from './residents.ts';
import type { FaultSystem } from './system.ts';
import { eventually } from './wait.ts';
import { answerClosure, change, prove, submit } from './writes.ts';

/** Milliseconds between two actions of one person. */
const paceMs = 250;
/** How many people wait who signed up and have submitted nothing: enough for an outage in which nobody can sign up. */
const reserve = 10;
const residents = 2;
const clerks = 2;

export interface Load {
  /** A resident who is not part of the load. */
  prober: Person;
  /** Waits until this many more writes were acknowledged. */
  waitForWrites(writes: number): Promise<void>;
  /** Stops the load once every call under way has ended. */
  stop(): Promise<void>;
}

/** Residents who signed up and have submitted nothing; kept from one fault to the next. */
export type Reserve = Person[];

/**
 * Residents who submit, administrators who change what was submitted, prove that it is done and close it, residents who confirm
 * or dispute that, people who sign up, and a reader: 6 to 10 calls a second. A person's reports are changed five times in all:
 * more than five changes in ten minutes become one mail.
 */
export async function startLoad(
  system: FaultSystem,
  oracle: Oracle,
  clerkTokens: ReadonlyMap<string, string>,
  waiting: Reserve,
): Promise<Load> {
  const prober = await signUp(system, oracle);
  while (waiting.length < 4) waiting.push(await signUp(system, oracle));
  const steps = stepsOf(system, oracle, clerkTokens, waiting, prober);
  let stopping = false;
  async function repeat(step: () => Promise<void>) {
    while (!stopping) {
      await step().catch((error) => oracle.surprise(error));
      await wait(paceMs);
    }
  }
  const running = [
    ...Array.from({ length: residents }, () => repeat(steps.submit)),
    ...Array.from({ length: clerks }, () => repeat(steps.change)),
    repeat(steps.signUp),
    repeat(steps.read),
  ];
  return {
    prober,
    async waitForWrites(writes) {
      const enough = oracle.acknowledged + writes;
      await eventually(`${writes} more writes are acknowledged`, () => oracle.acknowledged >= enough, 120_000);
    },
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  };
}

/** What each part of the load does, once. */
function stepsOf(
  system: FaultSystem,
  oracle: Oracle,
  clerkTokens: ReadonlyMap<string, string>,
  waiting: Reserve,
  prober: Person,
) {
  const { portal } = system;
  const submitted: KnownReport[] = [];
  return {
    async signUp() {
      if (waiting.length < reserve) waiting.push(await signUp(system, oracle));
    },
    async submit() {
      const fresh = waiting.shift();
      // While no mail arrives nobody can sign up: then a known person submits again, less often, and nothing is changed.
      const by = fresh ?? oracle.people.toSorted(() => Math.random() - 0.5).at(0) ?? prober;
      if (!fresh) await wait(4 * paceMs);
      for (const withDocument of [true, false]) {
        const report = await submit(portal, oracle, by, withDocument);
        if (fresh) submitted.push(report);
        await wait(paceMs);
      }
    },
    async change() {
      const report = submitted.shift();
      const token = report && clerkTokens.get(report.by.tehsil);
      if (!token) return;
      await change(portal, oracle, token, report, { status: 'In Progress', schedule: '2027-03-05' });
      await wait(paceMs);
      // Of a person's two reports one has a document: that one is well done, the other is closed on paper.
      const isDone = report.document !== null;
      if (isDone) await prove(portal, oracle, token, report);
      await change(portal, oracle, token, report, { status: 'Closed', schedule: null });
      await wait(paceMs);
      await answerClosure(portal, oracle, report, isDone);
    },
    async read() {
      const [tehsil, token] = [...clerkTokens][Math.floor(Math.random() * clerkTokens.size)] ?? [];
      expected('list', await askWithRetries(portal, '/adminrequests', { token }), 200);
      expected('own list', await askWithRetries(portal, '/rest/v1/requests?limit=20', { token: prober.token }), 200);
      expected('stats', await askWithRetries(portal, `/api/stats?tehsil=${tehsil}`), 200);
    },
  };
}
