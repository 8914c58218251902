import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepOldAssets } from './old-assets.ts';

const dayMs = 24 * 3600 * 1000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-assets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A build with a hashed file and another. @returns its folder */
async function build(hash: string): Promise<string> {
  const built = join(folder, hash);
  await mkdir(join(built, 'assets'), { recursive: true });
  for (const name of [join('assets', `main.${hash}.js`), join('assets', `main.${hash}.js.br`), 'plain.js', '.built'])
    await writeFile(join(built, name), hash);
  return built;
}
const assetsOf = async (built: string) => (await readdir(join(built, 'assets'))).sort();
const filesOf = (...hashes: string[]) => hashes.flatMap((hash) => [`main.${hash}.js`, `main.${hash}.js.br`]);

it('what a build replaces is kept for a week from then, however old it is', async () => {
  const [first, second] = [await build('0000000001'), await build('0000000002')];
  await keepOldAssets(first, second, 40 * dayMs);
  expect(await assetsOf(second)).toEqual(filesOf('0000000001', '0000000002'));
  const third = await build('0000000003');
  await keepOldAssets(second, third, 46 * dayMs);
  expect(await assetsOf(third)).toEqual(filesOf('0000000001', '0000000002', '0000000003'));
  const fourth = await build('0000000004');
  // The first was replaced eight days before, the second two.
  await keepOldAssets(third, fourth, 48 * dayMs);
  expect(await assetsOf(fourth)).toEqual(filesOf('0000000002', '0000000003', '0000000004'));
  expect((await readdir(fourth)).sort()).toEqual(['.built', '.old-assets.json', 'assets', 'plain.js']);
});

it('a file that is of both builds belongs to the new one', async () => {
  const built = await build('0000000001');
  const again = await mkdtemp(join(folder, 'again-'));
  await mkdir(join(again, 'assets'));
  await writeFile(join(again, 'assets', 'main.0000000001.js'), 'new');
  await keepOldAssets(built, again, 0);
  const next = await build('0000000002');
  await keepOldAssets(again, next, 30 * dayMs);
  expect(await assetsOf(next)).toEqual(['main.0000000001.js', ...filesOf('0000000002')]);
});

it('a list that is not whole keeps nothing from being built', async () => {
  const [built, next] = [await build('0000000001'), await build('0000000002')];
  await writeFile(join(built, '.old-assets.json'), '\0\0');
  await keepOldAssets(built, next, 40 * dayMs);
  expect(await assetsOf(next)).toEqual(filesOf('0000000001', '0000000002'));
});
