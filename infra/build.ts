/** `npm run build`: the frontends, each only when what it is made from changed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command, Trouble } from './config.ts';
import { run } from './run.ts';
import { stampOf } from './stamp.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const builder = fileURLToPath(new URL('./build-frontend.ts', import.meta.url));
const names = ['shell', 'resident', 'admin'] as const;

/**
 * Builds the frontends that changed, one after the other, each in a process of its own: what a build takes of memory is
 * given back. @returns the names of those built
 */
export async function buildFrontends(
  begins: (name: string) => void = () => {},
  signal?: AbortSignal,
): Promise<string[]> {
  const built: string[] = [];
  for (const name of names) {
    const stamp = stampOf(name);
    const last = await readFile(join(root, 'frontends', name, 'dist', '.built'), 'utf8').catch(() => '');
    if (last === stamp) continue;
    begins(name);
    const { code, said } = await run(process.execPath, [builder, name], { signal });
    if (code !== 0) throw new Trouble(`The frontend ${name} could not be built:\n${said.slice(-4000)}`);
    built.push(name);
  }
  return built;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => {
    const built = await buildFrontends((name) => process.stdout.write(`Building ${name}\n`));
    process.stdout.write(built.length > 0 ? `Built: ${built.join(', ')}\n` : 'Everything is up to date.\n');
  });
}
