import { check } from './check.ts';
import type { Fault } from './fault.ts';
import type { Findings } from './findings.ts';
import { type Load, type Reserve, startLoad } from './load.ts';
import { Oracle } from './oracle.ts';
import { isHealthy, untilQuiet } from './quiet.ts';
import type { FaultSystem } from './system.ts';
import { eventually } from './wait.ts';
import { submit } from './writes.ts';

/** The findings of all runs of a fault. */
export interface Outcome extends Findings {
  fault: string;
  mayDouble: boolean;
  runs: number;
  acknowledged: number;
  surprises: string[];
  /** Seconds from the end of the injection until a new report was accepted and its mail had arrived, for each run. */
  recovery: number[];
}

/** What is used for all faults. */
export interface Stage {
  system: FaultSystem;
  clerks: ReadonlyMap<string, string>;
  reserve: Reserve;
}

/** Injects a fault `runs` times under load, waits until nothing is pending, and compares everything with what was acknowledged. */
export async function runFault({ system, clerks, reserve }: Stage, fault: Fault, runs: number): Promise<Outcome> {
  const oracle = new Oracle();
  const since = new Date();
  const load = await startLoad(system, oracle, clerks, reserve);
  const recovery: number[] = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      await load.waitForWrites(4);
      await fault.inject({ system, load, oracle, clerks, run });
      recovery.push(await secondsToRecover(system, load, oracle));
    }
  } finally {
    await load.stop();
  }
  await untilQuiet(system);
  const found = await check(system, oracle, since);
  const { acknowledged, surprises } = oracle;
  return { fault: fault.name, mayDouble: fault.mayDouble ?? false, runs, acknowledged, surprises, recovery, ...found };
}

async function secondsToRecover(system: FaultSystem, load: Load, oracle: Oracle): Promise<number> {
  const begun = performance.now();
  const { reference } = await submit(system.portal, oracle, load.prober, false);
  const mailed = () => system.smtp.received.some(({ subject }) => subject.includes(reference));
  await eventually(`the mail of ${reference}`, mailed, 180_000);
  await eventually('every part of the portal is healthy', () => isHealthy(system), 120_000);
  return (performance.now() - begun) / 1000;
}
