import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyOriginals, goesOn, replaceLog } from './stored-files.ts';

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  return { ...original, open: vi.fn(original.open) };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stored-'));
});
afterEach(() => rm(folder, { recursive: true }));

const root = Buffer.alloc(32).toString('base64');
/** The verifier key of a log. */
const keyOf = (name: string, letter: string) => {
  const bytes = Buffer.concat([Buffer.of(1), Buffer.alloc(32, letter)]);
  return `${name}+01234567+${bytes.toString('base64')}`;
};

/** A storage folder with a log. */
async function storage(name: string, key: string, size: number, number = '1') {
  const path = join(folder, name, 'log', number);
  await mkdir(path, { recursive: true });
  await writeFile(join(folder, name, 'log', 'newest'), number);
  await writeFile(join(path, 'key'), key);
  await writeFile(join(path, 'checkpoint'), `portal.test/log\n${size}\n${root}\n\n— portal.test/log AAAAAAA=\n`);
  return join(folder, name);
}

it.each([
  ['the same, further', keyOf('a.test', 'k'), 9, '1', true],
  ['the same', keyOf('a.test', 'k'), 7, '1', true],
  ['the same, of another host by now', keyOf('b.test', 'k'), 9, '1', true],
  ['one that only began', keyOf('a.test', 'k'), 0, '1', false],
  ['one of another key', keyOf('a.test', 'o'), 9, '1', false],
  ['one of another number', keyOf('a.test', 'k'), 9, '2', false],
] as const)('%s: whether it goes on from that of a backup', async (_, key, size, number, goes) => {
  expect(await goesOn(await storage('here', key, size, number), await storage('backup', keyOf('a.test', 'k'), 7))).toBe(
    goes,
  );
});

it('what is replaced is kept beside it', async () => {
  const [here, backup] = [
    await storage('here', keyOf('a.test', 'o'), 0),
    await storage('backup', keyOf('a.test', 'k'), 7),
  ];
  await replaceLog(backup, here);
  expect(await goesOn(here, backup)).toBe(true);
  const names = (await readdir(here)).toSorted();
  expect(names).toEqual(['log', expect.stringMatching(/^log\.before-\d+$/)]);
  expect(await readFile(join(here, names[1] ?? '', '1', 'key'), 'utf8')).toBe(keyOf('a.test', 'o'));
});

it('a file of another program beside the folders of originals, or a folder in one, keeps none from being copied', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  await mkdir(join(from, 'originals', 'ab', '@eaDir'), { recursive: true });
  await writeFile(join(from, 'originals', '.DS_Store'), 'of another program');
  await writeFile(join(from, 'originals', 'ab', 'abcd'), 'picture');
  expect(await copyOriginals(from, to)).toEqual({ count: 1, bytes: 7 });
  expect(await readFile(join(to, 'originals', 'ab', 'abcd'), 'utf8')).toBe('picture');
});

it('a file that was not on the disk yet when the copying ended is copied when it is run again', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  await mkdir(join(from, 'originals', 'ab'), { recursive: true });
  await writeFile(join(from, 'originals', 'ab', 'abcd'), 'picture');
  vi.mocked(open).mockRejectedValueOnce(new Error('the power is gone'));
  await expect(copyOriginals(from, to)).rejects.toThrow('the power is gone');
  // Nor is anything else there, which the files service would keep for good.
  expect(await readdir(join(to, 'originals', 'ab'))).toEqual([]);
  expect(await copyOriginals(from, to)).toEqual({ count: 1, bytes: 7 });
  expect(await readdir(join(to, 'originals', 'ab'))).toEqual(['abcd']);
  expect(await readdir(to)).toEqual(['originals']);
});
