const withDay = (day: string | null) => (day ? `, scheduled for ${day}` : '');

/** Every message to a telephone, in English; short, for who reads slowly. Another language is a file beside this one, and its line in index.ts. */
export const en = {
  /** A calendar day, `2026-03-05`. */
  day: (day: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
  code: (code: string) => `${code} is your code for the reporting portal. It works for 10 minutes. Tell it to nobody.`,
  received: (reference: string, issue: string) => `We received your report ${reference}: ${issue}.`,
  /** @param day of the schedule, where that changed too */
  status: (reference: string, status: string, day: string | null) =>
    `Your report ${reference} is now ${status}${withDay(day)}.`,
  scheduled: (reference: string, day: string) => `Your report ${reference} is scheduled for ${day}.`,
  unscheduled: (reference: string) => `Your report ${reference} is no longer scheduled.`,
  disputed: (reference: string) => `You said that ${reference} is not fixed. It is open again.`,
  question: (reference: string, code: string) =>
    `Is ${reference} fixed? Reply YES ${code} or NO ${code} and what is wrong.`,
  note: (reference: string, text: string) => `About your report ${reference}: ${text}`,

  confirmed: (reference: string) => `Thank you. ${reference} is closed as fixed.`,
  disputedBefore: (reference: string) => `You have said already that ${reference} is not fixed. We have your answer.`,
  answeredBefore: (reference: string) => `${reference} was answered before.`,
  over: (reference: string) => `The time to answer about ${reference} is over.`,
  sayWhat: (reference: string) => `Say what is wrong with ${reference}: NO, the code, and what is wrong.`,
  noReport: (reference: string) => `There is no report ${reference} that you can ask about.`,
  wrongCode: 'This code is not right. It is in our message that asks whether your report is fixed.',
  stands: (reference: string, status: string, day: string | null) => `${reference} is ${status}${withDay(day)}.`,
  stopped: 'You get no more messages from us. To have them again, send START.',
  started: 'You get messages about your reports again. To end them, send STOP.',
  help: 'Send YES or NO with the code of our question, STATUS with the reference of your report, STOP or START.',
  statuses: new Map<string, string>(),
  issues: new Map<string, string>(),
};

export type SmsTexts = typeof en;
