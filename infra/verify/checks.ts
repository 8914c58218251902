import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const checks = [
  { name: 'format and lint (biome)', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'] },
  { name: 'types (tsc)', args: ['node_modules/typescript/bin/tsc', '-p', '.'] },
];

/** Runs the checks and prints each with what it found. @returns how many passed and failed */
export function printChecks(): { passed: number; failed: number } {
  let passed = 0;
  for (const { name, args } of checks) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    process.stdout.write(status === 0 ? `  ✓  ${name}\n` : `  ✗  ${name}\n${(stdout + stderr).trim()}\n`);
    if (status === 0) passed += 1;
  }
  return { passed, failed: checks.length - passed };
}
