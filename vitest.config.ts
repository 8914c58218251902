import { defineConfig } from 'vitest/config';

const outside = ['**/node_modules/**', '**/dist/**', '.data/**'];

/** Three kinds of test: unit (milliseconds, no I/O), service (real backing services), journey (the whole system, a browser). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...outside, '**/*.service.test.ts', 'tests/journeys/**'],
        },
      },
      {
        test: {
          name: 'service',
          include: ['**/*.service.test.ts'],
          exclude: outside,
          globalSetup: 'tests/backing.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'journey',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: 'tests/system.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
