import { parseArgs } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { runCommand } from './command.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

it('an option that a command does not know is named without a stack, and the command fails', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await runCommand(async () => {
    parseArgs({ args: ['--kep'], options: {} });
  });
  const text = write.mock.calls.join('');
  expect(text).toContain("Unknown option '--kep'");
  expect(text).not.toContain('\n    at ');
  expect(process.exitCode).toBe(1);
});
