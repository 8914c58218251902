/**
 * The examples of every document, as one story: played from top to bottom on a fresh tehsil, each call is answered as it
 * says here. Not in the index: only documents and tests need it.
 */
import { administration, closingTime, founding } from './examples/administration.ts';
import { joining, leaving, profileRows } from './examples/identity.ts';
import { looking } from './examples/portal.ts';
import { afterwards, reporting } from './examples/reporting.ts';
import type { Step } from './examples/step.ts';

export { eventExamples } from './examples/events.ts';
export { sample } from './examples/sample.ts';
export type { Step } from './examples/step.ts';

export const story: readonly Step[] = [
  ...looking,
  ...founding,
  ...joining,
  ...profileRows,
  ...reporting,
  ...administration,
  ...afterwards,
  ...closingTime,
  ...leaving,
];
