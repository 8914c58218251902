import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { call } from './calls.ts';
import { linkIn, mailsTo } from './mailbox.ts';
import type { Portal, Resident } from './people.ts';
import { changeReport } from './reports.ts';

/** A photo that no other one is alike, with its own words in it. */
export async function makePicture(browser: Browser, words: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
  const [from = 0, to = 0] = [...words].map((letter) => (letter.codePointAt(0) ?? 0) * 7 + words.length * 31);
  await page.setContent(
    `<body style="margin:0;background:conic-gradient(from ${from}deg at 30% 60%,hsl(${from} 60% 35%),hsl(${to} 70% 70%),#123)"><h1>${words}</h1>`,
  );
  const picture = await page.screenshot({ type: 'jpeg', quality: 80 });
  await page.close();
  return picture;
}

/** Adds a picture of the finished work as an administrator of the report's tehsil. */
export const addProof = (portal: Portal, token: string, id: string, picture: Buffer) =>
  call<{ id: string; image: string }>(portal, `/reports/${id}/proof`, {
    token,
    form: () => {
      const data = new FormData();
      data.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'after.jpg');
      return data;
    },
  });

/** Closes a report. @returns the link that its reporter is mailed */
export async function closeAndReadLink(
  portal: Portal,
  office: string,
  { id, reference }: { id: string; reference: string },
  reporter: Resident,
): Promise<string> {
  const subject = `Your report ${reference} is now Closed`;
  const isClosing = (mail: { subject: string }) => mail.subject === subject;
  const before = (await mailsTo(portal.mailbox, reporter.email)).filter(isClosing).length;
  await changeReport(portal, office, id, { status: 'Closed' });
  const end = Date.now() + 20_000;
  for (;;) {
    const mails = (await mailsTo(portal.mailbox, reporter.email)).filter(isClosing);
    const [newest] = mails;
    if (newest && mails.length > before) return linkIn(newest, '/closure#');
    if (Date.now() > end) throw new Error(`No new mail "${subject}" to ${reporter.email}`);
    await wait(100);
  }
}

/** Answers as the reporter, as another tab of theirs would. */
export const answerClosure = (
  portal: Portal,
  token: string,
  id: string,
  json: { answer: 'fixed' | 'not-fixed'; reason?: string },
) => call(portal, `/reports/${id}/closure`, { token, json });
