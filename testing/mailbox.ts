import { setTimeout as wait } from 'node:timers/promises';

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** The mails to an address, newest first. */
export async function mailsTo(mailbox: string, to: string): Promise<Mail[]> {
  const answer = await fetch(`${mailbox}/messages?to=${encodeURIComponent(to)}`);
  return (await answer.json()) as Mail[];
}

/** Waits until a mail whose subject matches has arrived for an address. Throws after `withinMs`. */
export async function mailWith(mailbox: string, to: string, subject: RegExp, withinMs = 20_000): Promise<Mail> {
  const end = Date.now() + withinMs;
  for (;;) {
    const mails = await mailsTo(mailbox, to);
    const found = mails.find((mail) => subject.test(mail.subject));
    if (found) return found;
    if (Date.now() > end)
      throw new Error(`No mail ${subject} to ${to}; there are: ${mails.map((mail) => mail.subject)}`);
    await wait(100);
  }
}

/** The first link in a mail that contains `part`. Throws when there is none. */
export function linkIn(mail: Pick<Mail, 'text'>, part: string): string {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((url) => url.includes(part));
  if (!link) throw new Error(`No link with ${part} in: ${mail.text}`);
  return link;
}
