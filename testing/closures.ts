import { setTimeout as wait } from 'node:timers/promises';
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
