/**
 * The examples of the API's documents, as one sequence: called in this order on a new tehsil, each call is answered as
 * its step says. Not in the index: only documents and tests need it.
 */
import { auditing, founding, registering, signingOut } from './examples/administrators.ts';
import { administering, counter, hiding } from './examples/desk.ts';
import { downloading } from './examples/files.ts';
import {
  discovering,
  inviting,
  joining,
  leaving,
  profileRows,
  telephoning,
  unsubscribing,
} from './examples/identity.ts';
import { systems } from './examples/open311.ts';
import { looking } from './examples/portal.ts';
import { closing, counting, neighbours, sharing, submitting } from './examples/reports.ts';
import { staffing } from './examples/staff.ts';
import type { Step } from './examples/step.ts';

export { eventExamples } from './examples/events.ts';
export { sample } from './examples/sample.ts';
export type { Step } from './examples/step.ts';

export const story: readonly Step[] = [
  ...looking,
  ...discovering,
  ...founding,
  ...joining,
  ...profileRows,
  ...telephoning,
  ...submitting,
  ...downloading,
  ...neighbours,
  ...inviting,
  ...registering,
  ...staffing,
  ...administering,
  ...closing,
  ...counting,
  ...sharing,
  ...systems,
  ...hiding,
  ...auditing,
  ...counter,
  ...unsubscribing,
  ...signingOut,
  ...leaving,
];
