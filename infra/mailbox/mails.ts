import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { openKept } from './kept.ts';

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

/** Opens the mails of a folder, newest first. */
export async function openMails(folder: string) {
  const { add, ...kept } = await openKept<Mail>(folder, maxMails);
  return { ...kept, add: async (from: string, to: string, raw: Buffer) => add(await read(from, to, raw)) };
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
