import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../infra/deploy/cluster.store.ts';
import { testConfig } from '../../testing/config.ts';
import type { Fault } from '../../testing/faults/fault.ts';
import { appointClerks } from '../../testing/faults/residents.ts';
import { saveResult } from '../../testing/faults/results.ts';
import { runFault, type Stage } from '../../testing/faults/run.ts';
import { startFaultSystem } from '../../testing/faults/system.ts';
import { relayLeader, relays } from '../../testing/faults/truth.store.ts';
import { eventually } from '../../testing/faults/wait.ts';

const names = ['gateway', 'auth', 'reports', 'files', 'notify', 'open311'];
/** Milliseconds for all runs, and for coming to rest. */
const withinMs = (testConfig.faultRuns + 1) * 240_000;

const oneOfEach: Fault = {
  name: 'two of every service, one of each killed',
  mayDouble: true,
  async inject({ system, run }) {
    const chosen = names.map((name, index) => ((run + index) % 2 === 0 ? name : `${name}-2`));
    await Promise.all(chosen.map((name) => system.end(name, 'SIGKILL')));
  },
};

// Their start alone takes longer than `npm test` can spare.
describe.runIf(testConfig.allFaults)('two of every service', () => {
  let stage: Stage;

  beforeAll(async () => {
    const system = await startFaultSystem({ scale: new Map(names.map((name) => [name, 2])) });
    stage = { system, clerks: await appointClerks(system), reserve: [] };
  });
  afterAll(() => stage?.system.stop());

  it('one of each killed: nothing acknowledged is lost, nothing takes effect twice', {
    timeout: withinMs,
  }, async () => {
    const outcome = await runFault(stage, oneOfEach, testConfig.faultRuns);
    await saveResult(outcome);
    const { lost, doubled, surprises } = outcome;
    expect({ lost, doubled, surprises }).toEqual({ lost: [], doubled: [], surprises: [] });
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)('the leading relay gets %s: the other leads within 5 s', async (signal) => {
    const url = stage.system.running().databases.reports;
    const leader = () => withClient(url, relayLeader);
    await eventually('a relay stands by', async () => (await withClient(url, relays)) === 2, 30_000);
    await eventually('a relay leads', async () => (await leader()) !== null, 10_000);
    const first = (await leader()) ?? 0;
    process.kill(first, signal);
    try {
      const another = async () => ![first, null].includes(await leader());
      await eventually('another relay leads', another, 5000);
    } finally {
      if (signal === 'SIGSTOP') process.kill(first, 'SIGCONT');
    }
  });
});
