import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
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

/** A build of so many days ago, with a hashed file and another. @returns its folder */
async function build(hash: string, daysAgo: number): Promise<string> {
  const built = join(folder, hash);
  await mkdir(join(built, 'assets'), { recursive: true });
  const at = new Date(Date.now() - daysAgo * dayMs);
  for (const name of [join('assets', `main.${hash}.js`), join('assets', `main.${hash}.js.br`), 'plain.js', '.built']) {
    await writeFile(join(built, name), hash);
    await utimes(join(built, name), at, at);
  }
  return built;
}
const assetsOf = async (built: string) => (await readdir(join(built, 'assets'))).sort();
const filesOf = (...hashes: string[]) => hashes.flatMap((hash) => [`main.${hash}.js`, `main.${hash}.js.br`]);

it('what a build replaces is kept for a week from then, however old it is', async () => {
  const [first, second] = [await build('0000000001', 40), await build('0000000002', 9)];
  await keepOldAssets(first, second);
  expect(await assetsOf(second)).toEqual(filesOf('0000000001', '0000000002'));
  const third = await build('0000000003', 3);
  await keepOldAssets(second, third);
  expect(await assetsOf(third)).toEqual(filesOf('0000000001', '0000000002', '0000000003'));
  const fourth = await build('0000000004', 0);
  await keepOldAssets(third, fourth);
  // The first was replaced nine days before, the second three.
  expect(await assetsOf(fourth)).toEqual(filesOf('0000000002', '0000000003', '0000000004'));
  expect((await readdir(fourth)).sort()).toEqual(['.built', 'assets', 'plain.js']);
});
