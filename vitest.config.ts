import { defineConfig } from 'vitest/config';

const outside = ['**/node_modules/**', '**/dist/**', '.data/**'];

/**
 * Five kinds of test: unit (milliseconds, no I/O), service (real backing services), journey (the whole system, a browser, attackers),
 * deploy (backup, upgrade, images, traces), fault (the whole system, and what breaks it).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...outside, '**/*.service.test.ts', 'tests/{journeys,guards,faults,deploy}/**'],
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
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'journey',
          include: ['tests/{journeys,guards}/**/*.test.ts'],
          globalSetup: 'testing/setup/system.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A page may take its time on a machine that does other things too.
          expect: { poll: { timeout: 15_000 } },
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'fault',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
