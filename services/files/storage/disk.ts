import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { type ReceivedFile, readPieces, readWhole, type Storage, storeWhole } from './storage.ts';

/** Files are written under another name, fsynced, renamed, their folder fsynced: a power cut leaves them whole or not at all. */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, ...key.split('/'));
  const receiveHere = (content: Readable) => receive(content, join(root, 'arriving', crypto.randomUUID()), pathOf);
  return {
    receive: receiveHere,
    put: (key, content) => storeWhole(receiveHere(content), key),

    async get(key, range) {
      const file = await open(pathOf(key));
      return createReadStream('', { fd: file, ...range });
    },

    async stat(key) {
      try {
        const { size, mtime } = await stat(pathOf(key));
        return { size, modifiedAt: mtime };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    delete: (key) => rm(pathOf(key), { force: true }),

    list: (folder) => walk(root, pathOf(folder)),
  };
}

/** Writes a file that arrives to `path`; what is kept moves to the path of its key. */
async function receive(content: Readable, path: string, pathOf: (key: string) => string): Promise<ReceivedFile> {
  await makeFolder(dirname(path));
  // Opened before the stream is read: a stream that fails at once leaves a file that the catch can remove.
  const file = await open(path, 'wx+');
  const close = async () => {
    await file.close();
    await rm(path, { force: true });
  };
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) await file.writeFile(chunk);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    read: (allocate) => readWhole(file, allocate),
    pieces: () => readPieces(file),
    async keep(key) {
      const target = pathOf(key);
      await Promise.all([file.sync(), makeFolder(dirname(target))]);
      await rename(path, target);
      await syncFolder(dirname(target));
    },
    close,
  };
}

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT';

/** Folder by folder, so that a million names are never in memory at once. */
async function* walk(root: string, folder: string): AsyncIterable<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(root, path);
    else yield relative(root, path).split(sep).join('/');
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Creates a folder and those above it; the names of new ones are durable too. */
async function makeFolder(path: string) {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  const highest = dirname(resolve(first));
  let folder = resolve(path);
  do {
    folder = dirname(folder);
    await syncFolder(folder);
  } while (folder.length > highest.length);
}

async function syncFolder(path: string) {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
