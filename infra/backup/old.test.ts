import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { byService } from '../system.ts';
import { writeManifest } from './manifest.ts';
import { removeOldBackups } from './old.ts';

const backup = async (folder: string, at: string) => {
  await mkdir(join(folder, 'auth'), { recursive: true });
  await writeFile(join(folder, 'auth', 'users.copy.gz'), 'rows');
  const empty = { migrations: { kit: [], own: [] }, tables: [], sequences: {} };
  const databases = byService(() => empty);
  await writeManifest(folder, { format: 1, at, databases, originals: null, log: null, moves: false });
};

it('backups older than the new one by more than so many days are removed, and nothing else', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'tma-backups-'));
  const elsewhere = await mkdtemp(join(tmpdir(), 'tma-elsewhere-'));
  const newest = join(parent, 'new');
  await backup(newest, '2026-11-30T12:00:00.000Z');
  await backup(join(parent, 'old'), '2026-10-31T11:59:59.000Z');
  await backup(join(parent, 'young'), '2026-10-31T12:00:00.000Z');
  await backup(join(parent, 'later'), '2027-01-01T00:00:00.000Z');
  await backup(join(elsewhere, 'old'), '2020-01-01T00:00:00.000Z');
  await symlink(join(elsewhere, 'old'), join(parent, 'linked'));
  await mkdir(join(parent, 'pictures'));
  await mkdir(join(parent, 'aborted.part'));
  await mkdir(join(parent, 'damaged'));
  await writeFile(join(parent, 'damaged', 'manifest.json'), '{');
  await writeFile(join(parent, 'manifest.json'), '{}');
  expect(await removeOldBackups(newest, 30)).toEqual({ removed: [join(parent, 'old')], doubtful: [] });
  expect((await readdir(parent)).sort()).toEqual(
    ['aborted.part', 'damaged', 'later', 'linked', 'manifest.json', 'new', 'pictures', 'young'].sort(),
  );
  expect(await readdir(join(elsewhere, 'old'))).toContain('manifest.json');
  for (const folder of [parent, elsewhere]) await rm(folder, { recursive: true });
});

it('monthly ones that are kept for a week are removed each month', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'tma-backups-'));
  await backup(join(parent, 'october'), '2026-10-01T12:00:00.000Z');
  await backup(join(parent, 'november'), '2026-11-01T12:00:00.000Z');
  expect(await removeOldBackups(join(parent, 'november'), 7)).toEqual({
    removed: [join(parent, 'october')],
    doubtful: [],
  });
  await rm(parent, { recursive: true });
});

it('a clock that is months ahead removes no backup, and neither does the next one that is made by it', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'tma-backups-'));
  await backup(join(parent, 'first'), '2026-11-29T12:00:00.000Z');
  await backup(join(parent, 'second'), '2026-11-30T12:00:00.000Z');
  const doubtful = [join(parent, 'second'), join(parent, 'first')];
  for (const [name, at] of [
    ['ahead', '2027-04-01T12:00:00.000Z'],
    ['again', '2027-04-02T12:00:00.000Z'],
  ] as const) {
    await backup(join(parent, name), at);
    expect(await removeOldBackups(join(parent, name), 30)).toEqual({ removed: [], doubtful });
  }
  await rm(parent, { recursive: true });
});
