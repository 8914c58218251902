import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Opens what a folder keeps, newest first. Each is a file `<time>-<id>.json`, so that a restart loses none. @param most older ones are deleted */
export async function openKept<T extends { id: string; date: string }>(folder: string, most: number) {
  await mkdir(folder, { recursive: true });
  // Mails hold links that open accounts: for the owner alone, also a folder that was made before.
  await chmod(folder, 0o700);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  let kept: T[] = [];
  for (const name of names.reverse()) kept.push(JSON.parse(await readFile(join(folder, name), 'utf8')) as T);

  const fileOf = ({ date, id }: T) => join(folder, `${Date.parse(date)}-${id}.json`);

  return {
    list: (): readonly T[] => kept,
    /** Is on disk once it returns. */
    async add(one: T): Promise<void> {
      const file = fileOf(one);
      await writeFile(`${file}.new`, JSON.stringify(one), { flush: true });
      await rename(`${file}.new`, file);
      kept = [one, ...kept];
      for (const old of kept.splice(most)) await rm(fileOf(old), { force: true });
    },
    async clear(): Promise<void> {
      const gone = kept;
      kept = [];
      for (const one of gone) await rm(fileOf(one), { force: true });
    },
  };
}
