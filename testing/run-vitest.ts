import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../infra/config.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The journeys do more from one address, and as one person, than anybody does. */
const forTests = {
  RATE_LIMIT_SIGNUPS: '1000',
  RATE_LIMIT_RECOVERIES: '1000',
  RATE_LIMIT_REPORTS: '1000',
};

interface Counts {
  passed: number;
  failed: number;
}

/** Runs vitest, and prints how many passed and failed. The command fails where any did. @param checks counted with them */
export async function runTests(
  args: readonly string[],
  env: Record<string, string> = {},
  checks: Counts = { passed: 0, failed: 0 },
): Promise<void> {
  const tests = await runVitest(args, env);
  const failed = checks.failed + tests.failed;
  process.stdout.write(`${checks.passed + tests.passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** A run that broke off, or in which nothing ran, counts as failed. */
async function runVitest(args: readonly string[], env: Record<string, string>): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'tma-tests-'));
  try {
    const report = join(folder, 'report.json');
    const vitest = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile=${report}`,
        ...args,
      ],
      { cwd: root, stdio: 'inherit', env: { ...childEnvironment(), ...forTests, ...env } },
    );
    endWith(vitest);
    const [code] = (await once(vitest, 'exit')) as [number | null];
    return await count(report, code === 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The tests are not to outlive the one who asked for them. Ctrl-C reaches them from the terminal itself. */
function endWith(vitest: ChildProcess): void {
  const end = () => vitest.kill('SIGTERM');
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  process.on('SIGINT', () => process.stdin.isTTY || end());
  if (!process.send) return;
  process.once('disconnect', end);
  // Waiting for the parent is no reason to stay.
  process.channel?.unref();
}

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

async function count(report: string, ok: boolean): Promise<Counts> {
  const text = await readFile(report, 'utf8').catch(() => '{}');
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = JSON.parse(text) as Report;
  // Of a long run whose output was cut somebody still has the end.
  for (const name of testResults.flatMap(failedOf)) process.stdout.write(`FAILED ${name}\n`);
  const broken = failed === 0 && (!ok || passed === 0);
  return { passed, failed: broken ? 1 : failed };
}

/** The names of a file's tests that failed; of the file alone where it failed and none of its tests did. */
function failedOf({ name, status, assertionResults }: NonNullable<Report['testResults']>[number]): string[] {
  const file = relative(root, name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0) return status === 'failed' ? [file] : [];
  return tests.map(({ fullName }) => `${file}: ${fullName}`);
}
