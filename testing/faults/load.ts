import { setTimeout as wait } from 'node:timers/promises';
import { askPatiently, expected } from './calls.ts';
import type { KnownReport, Oracle, Person } from './oracle.ts';
import { signUp } from './residents.ts';
import type { FaultSystem } from './system.ts';
import { eventually } from './wait.ts';
import { change, submit } from './writes.ts';

/** Milliseconds between two things that one person does. */
const paceMs = 250;
/** People who signed up and have done nothing yet: enough for an outage in which nobody new can come. */
const reserve = 10;
const residents = 2;
const clerks = 2;

export interface Load {
  /** Somebody who does nothing else. */
  prober: Person;
  /** Waits until so many more writes were acknowledged. */
  flows(writes: number): Promise<void>;
  /** Lets everybody finish what they have begun. */
  stop(): Promise<void>;
}

/** Those who signed up and were not asked yet; they stay from one fault to the next. */
export type Reserve = Person[];

/**
 * Residents who submit, clerks who change what was submitted, people who sign up, somebody who reads: 6 to 10 calls a
 * second. A person's reports are changed four times, for more than five in ten minutes are told in one mail.
 */
export async function startLoad(
  system: FaultSystem,
  oracle: Oracle,
  clerkTokens: ReadonlyMap<string, string>,
  waiting: Reserve,
): Promise<Load> {
  const { portal } = system;
  const desk: KnownReport[] = [];
  let stopping = false;

  const steps = {
    async signUp() {
      if (waiting.length < reserve) waiting.push(await signUp(system, oracle));
    },
    async submit() {
      const fresh = waiting.shift();
      // Nobody new can come while no mail does: then somebody reports once more, more seldom, and it is not changed.
      const by = fresh ?? oracle.people.toSorted(() => Math.random() - 0.5).at(0) ?? prober;
      if (!fresh) await wait(4 * paceMs);
      for (const withPapers of [true, false]) {
        const report = await submit(portal, oracle, by, withPapers);
        if (fresh) desk.push(report);
        await wait(paceMs);
      }
    },
    async change() {
      const report = desk.shift();
      const token = report && clerkTokens.get(report.by.tehsil);
      if (!token) return;
      await change(portal, oracle, token, report, { status: 'In Progress', schedule: '2027-03-05' });
      await wait(paceMs);
      await change(portal, oracle, token, report, { status: 'Closed', schedule: null });
    },
    async read() {
      const [tehsil, token] = [...clerkTokens][Math.floor(Math.random() * clerkTokens.size)] ?? [];
      expected('list', await askPatiently(portal, '/adminrequests', { token }), 200);
      expected('own list', await askPatiently(portal, '/rest/v1/requests?limit=20', { token: prober.token }), 200);
      expected('stats', await askPatiently(portal, `/api/stats?tehsil=${tehsil}`), 200);
    },
  };

  async function again(step: () => Promise<void>) {
    while (!stopping) {
      await step().catch((error) => oracle.surprise(error));
      await wait(paceMs);
    }
  }
  const prober = await signUp(system, oracle);
  while (waiting.length < 4) waiting.push(await signUp(system, oracle));
  const busy = [
    ...Array.from({ length: residents }, () => again(steps.submit)),
    ...Array.from({ length: clerks }, () => again(steps.change)),
    again(steps.signUp),
    again(steps.read),
  ];
  return {
    prober,
    async flows(writes) {
      const enough = oracle.acknowledged + writes;
      await eventually(`${writes} more writes are acknowledged`, () => oracle.acknowledged >= enough, 120_000);
    },
    async stop() {
      stopping = true;
      await Promise.all(busy);
    },
  };
}
