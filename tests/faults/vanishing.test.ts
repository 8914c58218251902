import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../testing/config.ts';
import { networkFaults } from '../../testing/faults/faults-network.ts';
import { appointClerks } from '../../testing/faults/residents.ts';
import { saveResult, saveSkipped } from '../../testing/faults/results.ts';
import { runFault, type Stage } from '../../testing/faults/run.ts';
import { startFaultSystem } from '../../testing/faults/system.ts';

/** Milliseconds for all runs of one fault, and for coming to rest. */
const withinMs = (testConfig.faultRuns + 1) * 240_000;
/** Seconds after which everything goes on once packets arrive again. */
const goesOnWithin = 10;

// Their start alone takes longer than `npm test` can spare.
describe.runIf(testConfig.allFaults)('packets vanish', () => {
  let stage: Stage;

  beforeAll(async () => {
    const system = await startFaultSystem({ proxies: true });
    stage = { system, clerks: await appointClerks(system), reserve: [] };
  });
  afterAll(() => stage?.system.stop());

  it.each(networkFaults)(
    '$name: nothing acknowledged is lost, nothing takes effect twice, all goes on soon after',
    { timeout: withinMs },
    async (fault) => {
      if (!stage.system.proxies) return saveSkipped(fault.name, 'no S3 server can be installed here');
      const outcome = await runFault(stage, fault, testConfig.faultRuns);
      await saveResult(outcome);
      const { lost, doubled, doubledMails, surprises, recovery } = outcome;
      expect({ lost, doubled, surprises }).toEqual({ lost: [], doubled: [], surprises: [] });
      if (!fault.mayDouble) expect(doubledMails).toEqual([]);
      expect(Math.max(...recovery)).toBeLessThan(goesOnWithin);
    },
  );
});
