import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Each check with what it found; an empty list is good. */
function check(): { name: string; ok: boolean; output: string }[] {
  return [
    { name: 'format and lint (biome)', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'] },
    { name: 'types (tsc)', args: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  ].map(({ name, args }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    return { name, ok: status === 0, output: `${stdout}${stderr}`.trim() };
  });
}

/** Runs the checks and prints them. @returns how many passed and failed */
export function printChecks(): { passed: number; failed: number } {
  const results = check();
  for (const { name, ok, output } of results) process.stdout.write(ok ? `  ✓  ${name}\n` : `  ✗  ${name}\n${output}\n`);
  const passed = results.filter(({ ok }) => ok).length;
  return { passed, failed: results.length - passed };
}
