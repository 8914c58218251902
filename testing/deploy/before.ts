import { spawn } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { childEnvironment } from '../../infra/config.ts';
import { type Child, until, watch } from '../../infra/processes/children.ts';
import { run } from '../../infra/processes/run-program.ts';
import { isFrontend, type processes, type Situation } from '../../infra/system.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const migrations = [':(glob)services/*/migrations/*', 'packages/kit/migrations'];

async function git(...args: string[]): Promise<string | null> {
  const { code, output } = await run('git', ['-C', root, ...args]);
  return code === 0 ? output.trim() : null;
}

/**
 * The commit whose services must work on today's schema: the last one before the newest migration, of those that this branch itself
 * had. Commits that came with a merge were never a version of their own. Null without git.
 */
export async function versionBefore(): Promise<string | null> {
  if ((await git('rev-parse', 'HEAD')) === null) return null;
  // With migrations that are not committed yet, HEAD is the version before.
  if (await git('status', '--porcelain', '--', ...migrations)) return 'HEAD';
  const changed = await git('log', '-1', '--first-parent', '--format=%H', '--', ...migrations);
  const before = changed && (await git('rev-parse', '--verify', '--quiet', `${changed}~`));
  // A shallow clone, or a project with one schema so far.
  return before || 'HEAD';
}

/** Unpacks a version into a folder. Installed packages are linked from this checkout. */
export async function unpack(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = join(folder, '..', 'before.tar');
  const { code, output } = await run('git', ['-C', root, 'archive', '-o', archive, commit]);
  if (code !== 0) throw new Error(output);
  await run('tar', ['-xf', archive, '-C', folder]);
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@tma'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@tma') await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  for (const parent of ['packages', 'services']) {
    for (const name of await readdir(join(folder, parent))) {
      await symlink(join(folder, parent, name), join(modules, '@tma', name));
    }
  }
}

/** Starts that version's processes as its own system.ts has them, without the frontends. @returns a function that stops them */
export async function startBefore(folder: string, situation: Situation): Promise<() => Promise<void>> {
  const table = (await import(pathToFileURL(join(folder, 'infra/system.ts')).href)) as { processes: typeof processes };
  const plans = table.processes.filter(({ name }) => !isFrontend(name));
  const children = plans.map((plan): [string, number, Child] => {
    const port = situation.ports[plan.port];
    const env = { ...childEnvironment(), HOST: '127.0.0.1', ...plan.env(situation), PORT: String(port) };
    const args = [...(plan.options ?? []), ...plan.run];
    const child = watch(spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }));
    return [plan.name, port, child];
  });
  const stop = async () => void (await Promise.all(children.map(([, , child]) => child.stop())));
  try {
    for (const [name, port, child] of children) {
      const isReady = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
      await until(`${name} of the version before`, child, isReady);
    }
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
