import { afterAll, beforeAll, expect, it } from 'vitest';
import { testConfig } from '../config.ts';
import { faults, hindrance } from './faults.ts';
import { appointClerks } from './residents.ts';
import { keepLeftOut, keepResult } from './results.ts';
import { runFault, type Stage } from './run.ts';
import { startFaultSystem } from './system.ts';

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
    const why = hindrance(fault, stage.system);
    if (why) return testConfig.allFaults ? keepLeftOut(fault.name, why) : undefined;
    const outcome = await runFault(stage, fault, testConfig.faultRuns);
    if (testConfig.allFaults) await keepResult(outcome);
    const { lost, doubled, doubledMails, surprises } = outcome;
    expect({ lost, doubled, surprises }).toEqual({ lost: [], doubled: [], surprises: [] });
    if (!fault.mayDouble) expect(doubledMails).toEqual([]);
  },
);
