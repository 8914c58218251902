import type { EventData } from '@tma/contracts';
import { escapeHtml } from './html.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** A paragraph, or a link that is shown as a button. */
type Part = string | { label: string; url: string };

const layout = (to: string, subject: string, parts: readonly Part[], headers?: Record<string, string>): Mail => ({
  to,
  subject: subject.replace(/\p{Cc}+/gu, ' '),
  text: `${parts.map((part) => (typeof part === 'string' ? part : `${part.label}: ${part.url}`)).join('\n\n')}\n`,
  html:
    '<div style="font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:1rem;color:#111827">' +
    `${parts.map(htmlPart).join('')}</div>`,
  headers,
});

const htmlPart = (part: Part) =>
  typeof part === 'string'
    ? `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`
    : `<p><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:.6rem 1.2rem;border-radius:.4rem;` +
      `background:#14532d;color:#ffffff;text-decoration:none">${escapeHtml(part.label)}</a></p>` +
      `<p style="color:#4b5563;font-size:14px">${escapeHtml(part.url)}</p>`;

/** A calendar day as `March 5, 2026`. */
export const longDay = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

const greeting = (name: string) => `Dear ${name || 'resident'},`;
const ignore = 'If this was not you, you can ignore this mail.';

export const verification = ({ email, name, link }: EventData<'VerificationRequested'>) =>
  layout(email, 'Confirm your email', [
    greeting(name),
    'Please confirm your email address to complete your registration. The link works for 24 hours.',
    { label: 'Confirm your email', url: link },
    ignore,
  ]);

export const recovery = ({ email, name, link }: EventData<'RecoveryRequested'>) =>
  layout(email, 'Reset your password', [
    greeting(name),
    'A new password was asked for your account. The link works once, for one hour.',
    { label: 'Reset your password', url: link },
    ignore,
  ]);

export const emailChange = ({ email, name, link }: EventData<'EmailChangeRequested'>) =>
  layout(email, 'Confirm your new email', [
    greeting(name),
    'Please confirm that this is your new email address. The link works for one hour.',
    { label: 'Confirm your new email', url: link },
    ignore,
  ]);

export const signUpRepeated = ({ email, name }: EventData<'SignUpRepeated'>, portal: string) =>
  layout(email, 'You already have an account', [
    greeting(name),
    'Somebody signed up with your email address, which already has an account here. Nothing was changed.',
    'If it was you, sign in; a forgotten password is set anew from there.',
    { label: 'Sign in', url: `${portal}/signin` },
    ignore,
  ]);

export const reportReceived = (report: EventData<'ReportCreated'>, portal: string) =>
  layout(report.reporter.email, `We received your report ${report.reference}`, [
    greeting(report.reporter.name),
    `Your report "${report.issue}" reached TMA ${report.tehsil}. Its reference is ${report.reference}.`,
    ...(report.schedule ? [`You asked for ${longDay(report.schedule)}.`] : []),
    'We will write to you at every change.',
    { label: 'See your reports', url: `${portal}/userDashboard?tab=mycomplaints` },
  ]);

/** Nobody is told when the reporter's account was erased. */
export function statusChanged(change: EventData<'StatusChanged'>, portal: string): Mail | null {
  if (!change.reporter) return null;
  const { schedule, status } = change.to;
  return layout(change.reporter.email, statusSubject(change), [
    greeting(change.reporter.name),
    `Your report "${change.issue}" (${change.reference}) was updated by TMA ${change.tehsil}.`,
    `Status: ${status}\n${schedule ? `Scheduled: ${longDay(schedule)}` : 'Not scheduled'}`,
    { label: 'See your reports', url: `${portal}/userDashboard?tab=mycomplaints` },
  ]);
}

/** Several changes in one mail; a single one stays as it is. */
export function together(mails: readonly Mail[], portal: string): Mail {
  const [first] = mails as readonly [Mail];
  if (mails.length === 1) return first;
  return layout(first.to, `${mails.length} changes to your reports`, [
    greeting(''),
    'Much has changed in a short time, so here it is in one mail, the oldest first:',
    mails.map(({ subject }) => `• ${subject}`).join('\n'),
    { label: 'See your reports', url: `${portal}/userDashboard?tab=mycomplaints` },
  ]);
}

export function statusSubject({ reference, from, to }: EventData<'StatusChanged'>): string {
  if (from.status !== to.status) return `Your report ${reference} is now ${to.status}`;
  if (to.schedule) return `Your report ${reference} is scheduled for ${longDay(to.schedule)}`;
  return `Your report ${reference} is no longer scheduled`;
}

/** @param stopUrl where one click stops further invitations (RFC 8058) */
export const invitation = (
  { inviter, neighborEmail }: EventData<'InviteRequested'>,
  portal: string,
  stopUrl: string,
): Mail => {
  const [place, office] = inviter.tehsil
    ? [` in ${inviter.tehsil}`, `TMA ${inviter.tehsil}`]
    : ['', 'the Tehsil Municipal Administration'];
  return layout(
    neighborEmail,
    `${inviter.name} invites you to report issues${place}`,
    [
      'Hello,',
      `${inviter.name} uses this portal to report street lights, drains, waste and other local problems to ` +
        `${office}, and invites you to join.`,
      { label: 'Create an account', url: `${portal}/signup` },
      `No more invitations: ${stopUrl}`,
    ],
    { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  );
};
