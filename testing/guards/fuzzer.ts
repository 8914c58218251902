import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type OperationId, operations, pages } from '@tma/contracts';

const run = promisify(execFile);
const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
const tools = fileURLToPath(new URL('../../.data/tools/', import.meta.url));

/** Installs Schemathesis in a virtual environment. @returns its command, or why it cannot be installed */
export async function installFuzzer(): Promise<{ command: string } | { missing: string }> {
  const [wanted = ''] = (await readFile(requirements, 'utf8')).trim().split('\n');
  const home = join(tools, wanted.replace('==', '-'));
  const command = join(home, 'bin', 'schemathesis');
  const marker = join(home, 'installed');
  if (existsSync(marker)) return { command };
  try {
    await mkdir(tools, { recursive: true });
    await run('python3', ['-m', 'venv', '--clear', home]);
    await run(join(home, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
    await writeFile(marker, '');
    return { command };
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    const { stderr, message } = error as { stderr?: string; message: string };
    return { missing: `Schemathesis cannot be installed here: ${(stderr || message).trim().split('\n').at(-1)}` };
  }
}

interface Findings {
  cases: number;
  operations: { selected: number; tested: number };
  /** Each failure: its title and its operation. */
  failures: string[];
  /** What Schemathesis could not try, of which it says no failure: a schema that it cannot read, an answer that never came. */
  errors: unknown[];
  /** What Schemathesis printed. */
  output: string;
}

/**
 * Checks that do not apply: valid data may be refused for what a schema cannot express (a tehsil must exist), and what GoTrue
 * and PostgREST accept beyond their schemas is accepted here, too.
 */
const disabledChecks = ['positive_data_acceptance', 'negative_data_rejection'];

type Headers = ReadonlyMap<OperationId, Record<string, string>>;

interface Report {
  operations: Findings['operations'];
  test_cases: { generated: number };
  failures: { title: string; operations: string[] }[];
  errors: unknown[];
}

/** Runs Schemathesis on a portal by its `/openapi.json`. @param headers of each operation, by its id */
export async function fuzz(
  command: string,
  url: string,
  { folder, headers, examples }: { folder: string; headers: Headers; examples: number },
): Promise<Findings> {
  return runFuzzer(command, {
    ...{ folder, url, examples },
    description: `${url}/openapi.json`,
    config: toToml(headers),
    options: { '--phases': 'examples,coverage,fuzzing' },
  });
}

interface Run {
  folder: string;
  url: string;
  /** An address or a file. */
  description: string;
  /** In TOML. */
  config: string;
  examples: number;
  options: Record<string, string>;
  /** A file with hooks in Python. */
  hooks?: string;
}

/** Runs Schemathesis on what a description describes. */
export async function runFuzzer(
  command: string,
  { folder, url, description, config, examples, options: more, hooks }: Run,
): Promise<Findings> {
  const configFile = join(folder, 'schemathesis.toml');
  const report = join(folder, 'report.json');
  await writeFile(configFile, config);
  const options = {
    '--url': url,
    '--max-examples': examples,
    '--seed': 1,
    // Two threads that parse Python at once end in a SystemError of Python 3.11 (gh-106905).
    '--workers': 1,
    '--request-timeout': 30,
    '--report-json-path': report,
    '--suppress-health-check': 'all',
    ...more,
  };
  const given = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const args = ['--config-file', configFile, '--no-color', 'run', description, ...given];
  const { stdout: output } = await run(command, [...args, '--continue-on-failure', '--no-shrink'], {
    cwd: folder,
    maxBuffer: 2 ** 26,
    env: { PATH: '/usr/bin:/bin', PYTHONDONTWRITEBYTECODE: '1', ...(hooks && { SCHEMATHESIS_HOOKS: hooks }) },
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }));
  const { test_cases, operations, failures, errors } = JSON.parse(await readFile(report, 'utf8')) as Report;
  // A second try that passes would hide what the first one found.
  if (failures.length + errors.length > 0) process.stderr.write(output.slice(-20_000));
  return {
    cases: test_cases.generated,
    operations,
    failures: failures.flatMap(({ title, operations: places }) => places.map((place) => `${title}: ${place}`)),
    errors,
    output,
  };
}

/** Strings of JSON are strings of TOML, too. GET on a path that is also a page answers the page. */
const toToml = (headers: Headers) =>
  [
    ...disabledChecks.map((name) => `checks.${name}.enabled = false`),
    ...[...headers].map(([id, given]) => {
      const pairs = Object.entries(given).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
      const alsoPage = pages.some(({ path }) => path === operations[id].path);
      return [
        '[[operations]]',
        `include-operation-id = ${JSON.stringify(id)}`,
        `headers = { ${pairs.join(', ')} }`,
        `checks.unsupported_method.enabled = ${!alsoPage}`,
      ].join('\n');
    }),
  ].join('\n');
