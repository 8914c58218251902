import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export interface Mail {
  id: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  date: string;
}

/** Older mails are deleted. */
const maxMails = 2000;

/** Opens the mails of a folder, newest first. Each is a file `<time>-<id>.json`, so that a restart loses none. */
export async function openMails(folder: string) {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  let mails: Mail[] = [];
  for (const name of names.reverse()) mails.push(JSON.parse(await readFile(join(folder, name), 'utf8')) as Mail);

  const fileOf = (mail: Mail) => join(folder, `${Date.parse(mail.date)}-${mail.id}.json`);

  return {
    list: (): readonly Mail[] => mails,
    async add(from: string, to: string, raw: Buffer): Promise<void> {
      const mail = await read(from, to, raw);
      await writeDurably(fileOf(mail), JSON.stringify(mail));
      mails = [mail, ...mails];
      for (const old of mails.splice(maxMails)) await rm(fileOf(old), { force: true });
    },
    async clear(): Promise<void> {
      const gone = mails;
      mails = [];
      for (const mail of gone) await rm(fileOf(mail), { force: true });
    },
  };
}

async function read(from: string, to: string, raw: Buffer): Promise<Mail> {
  const parsed = await PostalMime.parse(raw);
  return {
    id: randomUUID(),
    to,
    from,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key.toLowerCase(), value])),
    date: new Date().toISOString(),
  };
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
