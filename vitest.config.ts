import { defineConfig } from 'vitest/config';
import { LongestFirst } from './testing/setup/longest-first.ts';

const outside = ['**/node_modules/**', '**/dist/**', '.data/**'];

/** Files that run side by side: on two cores three, as most of them wait more than they work. */
const atOnce = 3;

/** What is waited for may come late on a machine that does other things too; a second is what Vitest would give it. */
const patient = { poll: { timeout: 10_000 } };

/** Real servers, or a browser and a whole system, beside other work: what fails is tried once more, and the report says `retry x1`. */
const retry = 1;

/** Journeys and what runs after them use one running system. */
const system = {
  globalSetup: 'testing/setup/system.ts',
  testTimeout: 120_000,
  hookTimeout: 120_000,
  retry,
  // A page may take its time on a machine that does other things too.
  expect: { poll: { timeout: 15_000 } },
};

/**
 * Six kinds of test, in this order: unit (milliseconds, no I/O) and service (real backing services); journey (the whole system, a
 * browser, attackers); alone (the same system; they measure or kill, and nothing else may run); deploy (backup, upgrade, images,
 * traces) and fault (systems of their own, and what breaks them). Files of a kind run side by side; but for unit
 * tests those of one process share its modules (`isolate: false`), and journeys its browser: to load them anew for each file took most
 * of the time.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...outside, '**/*.service.test.ts', 'tests/{journeys,guards,alone,faults,deploy}/**'],
          maxWorkers: atOnce,
          // A text that one file has begun to load and another one waits for would never come: each has modules of its own.
          isolate: true,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'service',
          include: ['**/*.service.test.ts'],
          exclude: outside,
          globalSetup: 'testing/setup/backing.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          retry,
          expect: patient,
          maxWorkers: atOnce,
          isolate: false,
          // Those of one file that say that they may run side by side wait for timeouts.
          maxConcurrency: 10,
        },
      },
      {
        test: {
          ...system,
          name: 'journey',
          include: ['tests/{journeys,guards}/**/*.test.ts'],
          maxWorkers: atOnce,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...system,
          name: 'alone',
          include: ['tests/alone/**/*.test.ts'],
          maxWorkers: 1,
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 240_000,
          expect: patient,
          maxWorkers: atOnce,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'fault',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 240_000,
          expect: patient,
          maxWorkers: atOnce,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
