import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frontends } from '@tma/contracts';
import { CommandError } from '../command.ts';
import { run } from '../processes/run-program.ts';
import { stampOf } from './stamp.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const builder = fileURLToPath(new URL('./build-frontend.ts', import.meta.url));

/**
 * Builds the frontends whose sources changed, one after the other, each in a process of its own, so that its memory is
 * returned to the system. @param onBuild called before each @returns the names of those built
 */
export async function buildFrontends(onBuild: (name: string) => void, signal?: AbortSignal): Promise<string[]> {
  const built: string[] = [];
  for (const name of frontends) {
    const stamp = stampOf(name);
    const last = await readFile(join(root, 'frontends', name, 'dist', '.built'), 'utf8').catch(() => '');
    if (last === stamp) continue;
    onBuild(name);
    const { code, output } = await run(process.execPath, [builder, name], { signal });
    if (code !== 0) throw new CommandError(`The frontend ${name} could not be built:\n${output.slice(-4000)}`);
    built.push(name);
  }
  return built;
}
