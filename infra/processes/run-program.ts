import { spawn } from 'node:child_process';

/** Runs a program to its end. @returns its exit code (null: not found, or killed) and what it printed to both streams */
export function run(
  program: string,
  args: readonly string[],
  options: { signal?: AbortSignal; env?: Record<string, string>; timeoutMs?: number } = {},
): Promise<{ code: number | null; output: string }> {
  const { signal, env, timeoutMs } = options;
  return new Promise((resolve) => {
    const child = spawn(program, args, { signal, env, timeout: timeoutMs, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      // A letter may come in two chunks.
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, output: error.message });
    });
    child.on('close', (code) => resolve({ code, output }));
  });
}
