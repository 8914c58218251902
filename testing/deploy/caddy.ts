import { mkdir, readdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { run } from '../../infra/processes/run-program.ts';

const folder = fileURLToPath(new URL('../../node_modules/.cache/tma/caddy/', import.meta.url));
const timeoutMs = 60_000;

/** Debian's package, unpacked and not installed. @returns the program, or why there is none */
async function unpackCaddy(): Promise<{ caddy: string } | { missing: string }> {
  const caddy = `${folder}usr/bin/caddy`;
  if ((await run(caddy, ['version'])).code === 0) return { caddy };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const fetched = await run('sh', ['-c', 'cd "$0" && apt-get download caddy', folder], { timeoutMs });
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
  if (!archive) return { missing: fetched.output.trim().split('\n').at(-1) ?? 'apt-get brings no package' };
  const { code, output } = await run('dpkg-deb', ['-x', `${folder}${archive}`, folder], { timeoutMs });
  return code === 0 ? { caddy } : { missing: output };
}

/** Caddy as it is on PATH, else Debian's. @returns the program, or why there is none */
export async function findCaddy(): Promise<{ caddy: string } | { missing: string }> {
  const { code } = await run('caddy', ['version'], { timeoutMs });
  return code === 0 ? { caddy: 'caddy' } : unpackCaddy();
}
