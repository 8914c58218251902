import { directions, inDays, inHours } from '@tma/contracts';

const hours = (seconds: number) => (inHours(seconds) === 1 ? 'one hour' : `${inHours(seconds)} hours`);

/** What a sentence says of a report. */
interface Report {
  issue: string;
  reference: string;
  tehsil: string;
}

/**
 * Every text of the mails and of the page that stops invitations, in English. A line feed in a paragraph breaks the line.
 * Another language is a file beside this one, `export const ur: Texts = {…}`, and its line in index.ts: the compiler names
 * what it lacks.
 */
export const en = {
  /** The language of these texts (BCP 47), and the direction of its writing. */
  language: 'en',
  direction: directions.en,
  /** A calendar day, `2026-03-05`, as it is written in a sentence. */
  day: (day: string) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
  /** The day of a moment, `2026-03-05T09:30:00.000Z`, written likewise. */
  dayOf: (moment: string, timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(moment)),
  /**
   * What people wrote, with its lines. In a language with another direction of writing each line is marked, so that it stays
   * together.
   */
  quote: (text: string) => text,

  greeting: (name: string) => `Dear ${name || 'resident'},`,
  administratorGreeting: (name: string) => `Dear ${name || 'administrator'},`,
  /** To an address of which no name is known. */
  hello: 'Hello,',
  ignore: 'If this was not you, you can ignore this mail.',
  seeReports: 'See your reports',
  seeRecord: 'Open the page of this report',

  verification: {
    subject: 'Confirm your email',
    request: (seconds: number) =>
      'Somebody signed up with this email address. If it was you, please confirm it to complete your registration. ' +
      `The link works for ${hours(seconds)}.`,
    nameGiven: (name: string) => `The name that was given: ${name}`,
    button: 'Confirm your email',
    /** The link would confirm an account that somebody else has the password of. */
    somebodyElse:
      'If it was somebody else, do not follow the link: they would have the password of the account. Sign up yourself instead.',
  },
  recovery: {
    subject: 'Reset your password',
    request: (seconds: number) =>
      'Somebody asked for a new password for your account, on the page that takes any address. ' +
      `The link works once, for ${hours(seconds)}.`,
    button: 'Reset your password',
  },
  emailChange: {
    subject: 'Confirm your new email',
    request: (seconds: number) =>
      'A resident who is signed in to an account here asked to change its email address to this one. ' +
      `If it was you, please confirm that this is your new email address. The link works for ${hours(seconds)}.`,
    button: 'Confirm your new email',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    explanation: 'The password of your account was changed just now. Whoever was signed in elsewhere is signed out.',
    advice: 'If it was not you, set a new password at once: it signs everybody else out.',
    button: 'Set a new password',
  },
  emailAboutToChange: {
    subject: 'Your email is about to change',
    explanation:
      'Somebody who is signed in to your account asked to change its email address. The new one counts once the link in ' +
      'the mail to it is followed.',
    advice: 'If it was not you, set a new password at once: it stops the change and signs everybody else out.',
    button: 'Set a new password',
  },
  emailChanged: {
    subject: 'Your email was changed',
    explanation: 'Your account has another email address now. This one no longer opens it.',
    advice: 'If it was not you, let us know at once.',
    button: 'Contact us',
  },
  secondFactorRemoved: {
    subject: 'Your second factor was removed',
    explanation: 'Signing in to your account asks for the password alone now, without a code of your app.',
    advice:
      'If you do not expect this, let the head of your office know at once. You can set up another after signing in.',
    button: 'Sign in',
  },
  /** What somebody is in their office. */
  roles: new Map([
    ['head', 'head of the office'],
    ['clerk', 'clerk'],
    ['crew', 'crew'],
  ]),
  staffInvited: {
    subject: (inviter: string, tehsil: string) => `${inviter} invites you to the administration of ${tehsil}`,
    explanation: (inviter: string, tehsil: string) =>
      `${inviter} would like you to work on the reports that residents send to TMA ${tehsil}.`,
    role: (role: string) => `You would join as: ${role}.`,
    request: (seconds: number) => `Follow the link to choose a password. It works once, for ${inDays(seconds)} days.`,
    button: 'Join',
  },
  administratorRegistered: {
    subject: (name: string, tehsil: string) => `${name} is now an administrator of ${tehsil}`,
    explanation: (name: string, tehsil: string) =>
      `${name} has an account as an administrator of TMA ${tehsil} now, and works on its reports.`,
    advice: 'If you do not know this person, let the system administrator know at once.',
  },
  signUpRepeated: {
    subject: 'You already have an account',
    explanation: 'Somebody signed up with your email address, which already has an account here. Nothing was changed.',
    /** The same where somebody wants to change their address to this one. */
    emailChange:
      'Somebody asked to change their email address to yours, which already has an account here. Nothing was changed.',
    advice: 'If it was you, sign in; a forgotten password is set anew from there.',
    button: 'Sign in',
  },
  reportReceived: {
    subject: (reference: string) => `We received your report ${reference}`,
    confirmation: ({ issue, tehsil, reference }: Report) =>
      `Your report "${issue}" reached TMA ${tehsil}. Its reference is ${reference}.`,
    requestedDay: (day: string) => `You asked for ${day}.`,
    outlook: 'We will write to you at every change.',
  },
  statusChanged: {
    subject: {
      status: (reference: string, status: string) => `Your report ${reference} is now ${status}`,
      scheduled: (reference: string, day: string) => `Your report ${reference} is scheduled for ${day}`,
      unscheduled: (reference: string) => `Your report ${reference} is no longer scheduled`,
    },
    update: ({ issue, reference, tehsil }: Report) =>
      `Your report "${issue}" (${reference}) was updated by an administrator of TMA ${tehsil}.`,
    /** `other` is a reference. */
    followed: ({ issue, reference, tehsil }: Report, { other }: { other: string }) =>
      `Your report "${issue}" (${reference}) in TMA ${tehsil} is the same as ${other}, and changed with it.`,
    status: (status: string) => `Status: ${status}`,
    scheduled: (day: string) => `Scheduled: ${day}`,
    unscheduled: 'Not scheduled',
    /** Where the reporter said that it is not fixed: by the link of a mail, which is not only theirs, or signed in. */
    disputed: ({ issue, reference, tehsil }: Report) =>
      `You, or somebody with the link of our mail, said that "${issue}" (${reference}) is not fixed. ` +
      `Your report is open again, and TMA ${tehsil} was told why.`,
    /** The same by a message from their number. */
    disputedByMessage: ({ issue, reference, tehsil }: Report) =>
      `An SMS from your number said that "${issue}" (${reference}) is not fixed. ` +
      `Your report is open again, and TMA ${tehsil} was told why.`,
  },
  closure: {
    proof: 'A picture of the work was added.',
    noProof: 'No picture of the work was added.',
    question: (day: string) =>
      `Is it fixed? Please answer by ${day}. Without an answer it stays closed, as not answered by you.`,
    button: 'Say whether it is fixed',
    warning: 'Whoever has this mail can answer with this link, without signing in. Please do not forward it.',
    /** For who has an account. */
    signedIn: 'You can also answer after signing in.',
    log: (size: number, root: string) =>
      `The signed log of this portal had ${size} entries then; its root hash begins with ${root}.`,
  },
  closureDisputed: {
    subject: (reporter: string, reference: string) => `${reporter} says ${reference} is not fixed`,
    explanation: ({ issue, reference, tehsil }: Report) =>
      `You closed "${issue}" (${reference}) in TMA ${tehsil}. Its reporter says that it is not fixed, so it is open again. ` +
      'Closing it again needs a new picture of the work.',
    reason: (text: string) => `What is not fixed:\n${text}`,
    button: 'See disputed reports',
  },
  disputedOften: {
    subject: (reference: string, disputes: number) => `${reference} was disputed ${disputes} times`,
    explanation: ({ issue, reference, tehsil }: Report) =>
      `"${issue}" (${reference}) in TMA ${tehsil} was closed once more, and once more its reporter says that it is not fixed. ` +
      'It is open again.',
  },
  assigned: {
    subject: (reference: string) => `${reference} is yours now`,
    /** `by` is empty where the name is not known. */
    explanation: ({ issue, reference, tehsil }: Report, { by }: { by: string }) =>
      `${by || 'An administrator'} assigned "${issue}" (${reference}) in TMA ${tehsil} to you.`,
    place: (location: string) => `Place: ${location}`,
    due: (day: string) => `Due: ${day}`,
    button: 'See the report',
  },
  note: {
    subject: (reference: string) => `A message about your report ${reference}`,
    explanation: ({ issue, reference, tehsil }: Report) =>
      `The administration of TMA ${tehsil} writes about your report "${issue}" (${reference}):`,
  },
  duplicate: {
    subject: (reference: string, other: string) => `Your report ${reference} is the same as ${other}`,
    /** @param both whether they are told of both: without an account they do not support the other report */
    explanation: ({ issue, reference, tehsil }: Report, { other, both }: { other: string; both: boolean }) =>
      `TMA ${tehsil} has found that your report "${issue}" (${reference}) and ${other} are about the same problem. ` +
      `From now on yours has the status of ${other}${both ? ', and you are told of both' : ''}.`,
  },
  supported: {
    subject: {
      status: (reference: string, status: string) => `A report that you support, ${reference}, is now ${status}`,
      scheduled: (reference: string, day: string) => `A report that you support, ${reference}, is scheduled for ${day}`,
      unscheduled: (reference: string) => `A report that you support, ${reference}, is no longer scheduled`,
      message: (reference: string) => `A message about a report that you support, ${reference}`,
    },
    changed: ({ issue, reference, tehsil }: Report) =>
      `"${issue}" (${reference}) in TMA ${tehsil}, which you support, has changed.`,
    message: ({ issue, reference, tehsil }: Report) =>
      `The administration of TMA ${tehsil} writes about "${issue}" (${reference}), which you support:`,
    cause:
      'You get this mail because you said that you have this problem, too. Under My Reports you can say that you have it no more.',
    button: 'See what you support',
  },
  overdue: {
    /** These texts are the same for one report. */
    subject: (reports: number, tehsil: string) => `${reports} reports are overdue in ${tehsil}`,
    explanation: (tehsil: string) => `Overdue in TMA ${tehsil} and not closed or dropped, the longest first:`,
    item: ({ reference, issue, location, day }: { reference: string; issue: string; location: string; day: string }) =>
      `• ${reference}, ${issue}, ${location}: due ${day}`,
    more: (reports: number) => `Not listed here: ${reports}`,
    button: 'See overdue reports',
  },
  escalation: {
    subject: (reports: number) => `${reports} reports are overdue for more than 5 working days`,
    explanation: 'By tehsil, in each the longest overdue first:',
    tehsil: (tehsil: string, reports: number) => `TMA ${tehsil}: ${reports}`,
    button: 'See the figures',
  },
  messagesLimited: {
    subject: (limit: number) => `${limit} messages were sent to telephones today`,
    explanation: (day: string) =>
      `That is as many as the portal may send in a day. For the rest of ${day} residents get mails alone.`,
    advice: 'Whoever runs the portal can allow more (SMS_PER_DAY): each message costs the office.',
  },
  digest: {
    subject: (changes: number) => `${changes} changes to your reports`,
    explanation: 'Much has changed in a short time, so here it is in one mail, the oldest first:',
    item: (subject: string) => `• ${subject}`,
  },
  invitation: {
    /** `tehsil` is empty where the inviter has named none. */
    subject: (inviter: string, tehsil: string) => `${inviter} invites you to report issues${tehsil && ` in ${tehsil}`}`,
    explanation: (inviter: string, tehsil: string) =>
      `${inviter} uses this portal to report street lights, drains, waste and other local problems to ` +
      `${tehsil ? `TMA ${tehsil}` : 'the Tehsil Municipal Administration'}, and invites you to join.`,
    button: 'Create an account',
    /** Without the name, which stands above: whoever chose it may be a stranger. */
    cause:
      'You get this mail because this resident, who has an account here, entered your address. If you do not know them, ' +
      'you can ignore it: nothing was made with your address.',
    stop: (url: string) => `No more invitations: ${url}`,
  },

  unsubscribe: {
    title: 'Stop invitations',
    /** `address` comes as HTML, and so does what this returns. */
    explanation: (address: string) => `Invitations from this portal will no longer be sent to ${address}.`,
    button: 'Stop invitations',
    doneTitle: 'Invitations stopped',
    done: 'No more invitations will be sent to you.',
    wrongLinkTitle: 'This link is not complete',
    wrongLink: 'This link is not complete. Please open it from the mail again.',
  },
};

export type Texts = typeof en;
