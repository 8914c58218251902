import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A hash of everything that a frontend is built from. */
export function stampOf(name: string): string {
  const sources = [`frontends/${name}`, 'frontends', 'packages/web', 'packages/contracts'];
  const paths = [
    ...sources,
    'infra/build',
    // Drawn as a page of the shell.
    ...(name === 'shell' ? privacyGuides() : []),
    'frontends/server/pages.ts',
    'packages/kit/html.ts',
    'package-lock.json',
  ];
  return hashOf(paths.map((path) => join(root, path)));
}

/** In each language. */
const privacyGuides = () =>
  readdirSync(join(root, 'docs'))
    .filter((file) => /^privacy(\.[\w-]+)?\.md$/.test(file))
    .sort()
    .map((file) => `docs/${file}`);

/** One hash of files and folders, without other frontends, builds and tests. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string, deep: boolean) => {
    if (!statSync(path).isDirectory()) {
      if (!/\.test\.tsx?$/.test(path)) hash.update(path.slice(root.length)).update(readFileSync(path));
      return;
    }
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (/^(dist|node_modules)$/.test(entry.name) || (entry.isDirectory() && !deep)) continue;
      add(join(path, entry.name), deep);
    }
  };
  for (const path of paths) add(path, !path.endsWith('frontends'));
  return hash.digest('hex');
}
