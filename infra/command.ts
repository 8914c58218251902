/** An error that the person who runs a command can correct: its message is printed, without a stack. */
export class CommandError extends Error {}

/** Whether the message alone says what to do: also of what `parseArgs` says of an option that there is not. Codes of Kafka are numbers. */
const isForPerson = (error: NodeJS.ErrnoException) =>
  error instanceof CommandError || String(error.code).startsWith('ERR_PARSE_ARGS_');

/** Runs a command's work. An error is printed, and the process ends with exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException;
    process.stderr.write(`\n  ✗  ${isForPerson(error) ? error.message : error.stack}\n\n`);
    process.exitCode = 1;
  }
}
