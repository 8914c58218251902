import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const checks = [
  { name: 'format and lint (biome)', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'] },
  { name: 'types (tsc)', args: ['node_modules/typescript/bin/tsc', '-p', '.'] },
];

/** Runs the checks and prints each with what it found. @returns how many passed and failed */
export function printChecks(): { passed: number; failed: number } {
  const passed = checks.filter(({ name, args }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    const found = `${stdout}${stderr}`.trim();
    process.stdout.write(status === 0 ? `  ✓  ${name}\n` : `  ✗  ${name}\n${found}\n`);
    return status === 0;
  }).length;
  return { passed, failed: checks.length - passed };
}
