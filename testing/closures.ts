import { setTimeout as wait } from 'node:timers/promises';
import { formOf } from '../infra/seed/calls.ts';
import { call } from './calls.ts';
import { linkIn, mailsTo } from './mailbox.ts';
import type { Portal, Resident } from './people.ts';
import { changeReport, type Report } from './reports.ts';

/** Closes a report. @returns the link that its reporter is mailed */
export async function closeAndReadLink(
  portal: Portal,
  office: string,
  { id, reference }: Pick<Report, 'id' | 'reference'>,
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

/** The picture as a browser's file picker takes it. */
export const picked = (buffer: Buffer) => ({ name: 'work.jpg', mimeType: 'image/jpeg', buffer });

/** Adds a picture of the finished work as an administrator of the report's tehsil. */
export function addProof(portal: Portal, token: string, { id }: Pick<Report, 'id'>, jpeg: Buffer) {
  const image = new File([new Uint8Array(jpeg)], 'work.jpg', { type: 'image/jpeg' });
  const form = () => formOf({ image });
  return call<{ id: string; image: string; alike: string | null }>(portal, `/reports/${id}/proof`, { token, form });
}

/** Answers a report's closure as its reporter: with a reason it is not fixed. */
export const answerClosure = (portal: Portal, token: string, { id }: Pick<Report, 'id'>, reason?: string) =>
  call(portal, `/reports/${id}/closure`, {
    token,
    json: reason === undefined ? { answer: 'fixed' } : { answer: 'not-fixed', reason },
  });
