import { afterAll, beforeAll, expect, it } from 'vitest';
import { testConfig } from '../../testing/config.ts';
import { reasonToSkip } from '../../testing/faults/fault.ts';
import { brokerFaults } from '../../testing/faults/faults-broker.ts';
import { dependencyFaults } from '../../testing/faults/faults-dependencies.ts';
import { processFaults } from '../../testing/faults/faults-processes.ts';
import { appointClerks } from '../../testing/faults/residents.ts';
import { saveResult, saveSkipped } from '../../testing/faults/results.ts';
import { runFault, type Stage } from '../../testing/faults/run.ts';
import { startFaultSystem } from '../../testing/faults/system.ts';

const faults = [...processFaults, ...brokerFaults, ...dependencyFaults];
const chosen = faults.filter(({ short }) => short || testConfig.allFaults);
/** Milliseconds for all runs of one fault, and for coming to rest. */
const withinMs = (testConfig.faultRuns + 1) * 240_000;
let stage: Stage;

beforeAll(async () => {
  const system = await startFaultSystem();
  stage = { system, clerks: await appointClerks(system), reserve: [] };
});
afterAll(() => stage?.system.stop());

it.each(chosen)(
  '$name: nothing acknowledged is lost, nothing takes effect twice',
  { timeout: withinMs },
  async (fault) => {
    const why = reasonToSkip(fault, stage.system);
    if (why) return testConfig.allFaults ? saveSkipped(fault.name, why) : undefined;
    const outcome = await runFault(stage, fault, testConfig.faultRuns);
    if (testConfig.allFaults) await saveResult(outcome);
    const { lost, doubled, doubledMails, surprises } = outcome;
    expect({ lost, doubled, surprises }).toEqual({ lost: [], doubled: [], surprises: [] });
    if (!fault.mayDouble) expect(doubledMails).toEqual([]);
  },
);
