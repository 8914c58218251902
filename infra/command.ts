/** An error that the person who runs a command can mend: printed as its message, without a stack. */
export class CommandError extends Error {}

/** Runs a command's work. An error is printed, and the process ends with exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`\n  ✗  ${error instanceof CommandError ? error.message : (error as Error).stack}\n\n`);
    process.exitCode = 1;
  }
}
