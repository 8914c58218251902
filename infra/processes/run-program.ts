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
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, output: error.message });
    });
    child.on('close', (code) => resolve({ code, output }));
  });
}
