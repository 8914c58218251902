import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { services } from '@tma/contracts';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { byService } from '../system.ts';
import { decryptBackup, encryptTo, rethrowOfSystem } from './encryption.ts';
import { createBackupFile, sha256Of } from './files.ts';
import { load } from './load.ts';
import { type TableDump, writeManifest } from './manifest.ts';
import { copyLog, copyOriginals } from './stored-files.ts';
import type { Target } from './target.ts';

/** More than a chunk of the format (64 KiB). */
const rows = Buffer.alloc(200_000, 'rows of a resident\n');
const picture = Buffer.alloc(100_000, 'picture');
let parent: string;
let folder: string;
let identity: string;
const at = (...names: string[]) => join(parent, ...names);

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'tma-encrypted-'));
  folder = at('backup');
  const secret = await generateIdentity();
  identity = at('key.txt');
  await writeFile(identity, `# created: 2026-11-23\n${secret}\n`);
  await writeFile(at('other.txt'), await generateIdentity());
  const spare = await generateIdentity();
  await writeFile(at('spare.txt'), spare);
  const encrypt = encryptTo([await identityToRecipient(secret), await identityToRecipient(spare)]);
  await mkdir(at('storage', 'originals', 'ab'), { recursive: true });
  await writeFile(at('storage', 'originals', 'ab', 'abcd'), picture);
  const tables: TableDump[] = [];
  for (const name of services) {
    await mkdir(join(folder, name), { recursive: true });
    const path = join(folder, name, 'things.copy.gz.age');
    await pipeline(Readable.from([rows]), encrypt, createBackupFile(path));
    tables.push({ name: 'things', columns: ['id'], rows: 1, sha256: await sha256Of(path) });
  }
  const originals = await copyOriginals(at('storage'), join(folder, 'files'), encrypt);
  await mkdir(at('storage', 'log', '1', 'entries', 'x001'), { recursive: true });
  await writeFile(at('storage', 'log', '1', 'entries', 'x001', '000'), 'leaves');
  const log = await copyLog(at('storage'), join(folder, 'files'), encrypt);
  const [table] = tables;
  if (!table) throw new Error('no service');
  let next = 0;
  const databases = byService(() => ({
    migrations: { kit: [], own: [] },
    tables: [tables[next++] ?? table],
    sequences: {},
  }));
  const files = { originals, log, moves: false };
  await writeManifest(folder, { format: 1, encrypted: 'age', at: '2026-11-23T12:00:00.000Z', databases, ...files });
  await mkdir(at('plain'));
});
afterEach(() => rm(parent, { recursive: true }));

const decrypt = (file = identity) => decryptBackup(folder, file, at('plain'));

it.each(['key.txt', 'spare.txt'])(
  'each secret key that an encrypted backup was made for opens it (%s)',
  async (file) => {
    await decrypt(at(file));
    expect(await readFile(at('plain', 'auth', 'things.copy.gz'))).toEqual(rows);
    expect(await readFile(at('plain', 'files', 'originals', 'ab', 'abcd'))).toEqual(picture);
    expect(await readFile(at('plain', 'files', 'log', '1', 'entries', 'x001', '000'), 'utf8')).toBe('leaves');
  },
);

it('an encrypted backup shows nothing of rows or pictures', async () => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    expect((await readFile(join(entry.parentPath, entry.name))).includes('rows of a resident')).toBe(false);
    expect((await readFile(join(entry.parentPath, entry.name))).includes('picture')).toBe(false);
  }
});

it('a secret key of somebody else is refused, and so is a file without one', async () => {
  await expect(decrypt(at('other.txt'))).rejects.toThrow('does not open the backup');
  await writeFile(at('empty.txt'), '# nothing\n');
  await expect(decrypt(at('empty.txt'))).rejects.toThrow('holds no secret key');
  await expect(decrypt(at('missing.txt'))).rejects.toThrow('cannot be read');
});

it.each([
  ['rows', 'auth/things.copy.gz.age'],
  ['pictures', 'files/originals/ab/abcd.age'],
  ['the signed log', 'files/log/1/entries/x001/000.age'],
])('a file of %s that was truncated, changed or removed is found', async (_what, name) => {
  const path = join(folder, name);
  const whole = await readFile(path);
  const changed = Buffer.from(whole);
  changed[whole.length - 40] = (changed[whole.length - 40] ?? 0) ^ 1;
  for (const damage of [() => writeFile(path, changed), () => truncate(path, whole.length - 20), () => rm(path)]) {
    await damage();
    await rm(at('plain'), { recursive: true });
    await mkdir(at('plain'));
    await expect(decrypt()).rejects.toThrow('The backup is damaged');
  }
});

it('what the system refuses while it decrypts is not told of the key or the backup', async () => {
  await mkdir(at('plain', 'files', 'originals', 'ab'), { recursive: true });
  await writeFile(at('plain', 'files', 'originals', 'ab', 'abcd'), 'taken');
  await expect(decrypt()).rejects.toThrow('EEXIST');
  const full = Object.assign(new Error('write'), { code: 'ENOSPC', errno: -28 });
  expect(() => rethrowOfSystem(full)).toThrow('TMPDIR must be a folder with as much space');
});

it.each([
  ['rows', `${services[0]}/things.copy.gz`],
  ['pictures', 'files/originals/ab/abcd'],
  ['the signed log', 'files/log/1/entries/x001/000'],
])(
  'a file of %s that was truncated or removed is found in a plain backup, before any database is asked',
  async (_what, name) => {
    await decrypt();
    const path = at('plain', name);
    for (const damage of [() => truncate(path, 5), () => rm(path)]) {
      await damage();
      await expect(load({} as Target, at('plain'), { replace: true })).rejects.toThrow('The backup is damaged');
    }
  },
);

it('a restore without the secret key says what is missing, before it asks any database', async () => {
  await expect(load({} as Target, folder, { replace: true })).rejects.toThrow('--identity');
});

it('a backup whose manifest was cut off is no whole one, and no folder is none', async () => {
  await truncate(join(folder, 'manifest.json'), 20);
  for (const one of [folder, at('none')])
    await expect(load({} as Target, one, { replace: true })).rejects.toThrow('is not a whole backup');
});

it('what is no public key is refused before a backup begins', () => {
  expect(() => encryptTo(['age1nothing'])).toThrow('age1nothing is no public key');
});
