/** A Python for the tests alone, with packages that compute the same independently of this project. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = new URL('../../../node_modules/.cache/tma/', import.meta.url);
/** In milliseconds: a registry that does not answer ends no test. */
const timeout = 90_000;

/**
 * Makes an environment with these packages, once for each of their versions. On Debian it installs what Python lacks for that, if
 * it may.
 * @param packages like `name==1.2.3`
 * @returns the interpreter, or why there is none
 */
export async function pythonWith(...packages: string[]): Promise<{ python: string } | { missing: string }> {
  const home = fileURLToPath(new URL(`python-${packages.join('-').replaceAll('==', '-')}/`, folder));
  const [python, complete] = [`${home}bin/python`, `${home}complete`];
  if (existsSync(complete)) return { python };
  try {
    await makeEnvironment(home).catch(async (error: unknown) => {
      if (!(await installVenv())) throw error;
      await makeEnvironment(home);
    });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary=:all:'];
    await run(python, [...pip, '--retries', '1', '--timeout', '10', ...packages], { timeout });
    await writeFile(complete, '');
    return { python };
  } catch (error) {
    const [line = ''] = (error as Error).message.trim().split('\n').slice(-1);
    return { missing: `Python with ${packages.join(' and ')} cannot be had: ${line}` };
  }
}

async function makeEnvironment(home: string): Promise<void> {
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  await run('python3', ['-m', 'venv', home], { timeout });
}

/** @returns whether it was done */
async function installVenv(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  await run('apt-get', ['update', '--quiet'], { timeout });
  await run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'python3-venv'], { timeout });
  return true;
}
