/** Who may have something written, how often: every operation that writes, and every read that costs more than rows by their key. */
import { type OperationId, operationList } from '@tma/contracts';
import { expect, it } from 'vitest';
import { files, read } from '../../testing/house/tree.ts';
import { noLimits } from '../../testing/no-limits.ts';

/** By operation: the limits that bound it (`RATE_LIMIT_…`), or why none has to. */
const bounds: Partial<Record<OperationId, readonly string[] | string>> = {
  signUp: ['SIGNUPS', 'MAILS'],
  verify: 'a link works once; what is none costs one look-up',
  token: ['SIGNINS'],
  updateUser: ['PROFILES', 'SIGNINS', 'EMAIL_CHANGES', 'MAILS'],
  deleteUser: ['SIGNINS'],
  signOut: 'a session ends once, and sign-ins are counted',
  endSession: 'as signOut',
  recover: ['RECOVERIES', 'MAILS'],
  resend: ['RECOVERIES', 'MAILS'],
  sendInvite: ['INVITES'],
  createProfile: ['PROFILES'],
  updateProfile: ['PROFILES'],
  setPhone: ['PHONES', 'NUMBERS'],
  confirmPhone: 'a code is tried five times, and codes are counted',
  setMessages: ['PROFILES'],
  removePhone: 'a number is removed once, and confirming one is counted',
  adminSignUp: ['SECRETS'],
  adminSignIn: ['SIGNINS'],
  adminPassword: ['SIGNINS'],
  adminRecover: ['RECOVERIES', 'MAILS'],
  adminReset: ['LINKS'],
  startFactor: ['SIGNINS'],
  confirmFactor: ['SIGNINS'],
  endFactor: ['SIGNINS'],
  removeFactor: 'one that is gone is not removed again, and setting one up is counted',
  adminLanguage: ['LANGUAGES'],
  changeStaff: ['STAFF_CHANGES'],
  inviteStaff: ['STAFF_INVITATIONS'],
  withdrawInvitation: 'an invitation is withdrawn once, and invitations are counted',
  viewInvitation: ['LINKS'],
  joinStaff: ['LINKS'],
  adminSignOut: 'as signOut',
  addTehsil: ['TEHSILS', 'SECRETS'],
  createReport: ['REPORTS'],
  reportAtCounter: ['COUNTER'],
  updateReport: ['CHANGES'],
  assignReport: ['ASSIGNMENTS'],
  addNote: ['NOTES'],
  hideReport: ['CHANGES'],
  moveReport: ['CHANGES'],
  shareReport: ['SHARING'],
  readRecord: ['RECORDS'],
  sharedReports: ['FIGURES'],
  removePicture: ['CHANGES'],
  addProof: ['PROOFS'],
  supportReport: ['SUPPORTS'],
  endSupport: 'a support is ended once, and supports are counted',
  markDuplicate: ['CHANGES'],
  listNearby: ['NEARBY'],
  answerClosure: 'a closing is answered once, and closings are counted',
  viewLinkedClosure: ['LINKS'],
  answerLinkedClosure: ['LINKS'],
  setDeadline: ['RULES'],
  setHoliday: ['RULES'],
  createKey: ['KEYS'],
  endKey: 'a key ends once, and keys that are given are counted',
  open311Report: ['SYSTEMS'],
  open311Services: ['SYSTEMS'],
  open311Service: ['SYSTEMS'],
  open311Requests: ['SYSTEMS'],
  open311Request: ['SYSTEMS'],
  open311Token: ['SYSTEMS'],
  open311Updates: ['SYSTEMS'],
  unsubscribe: 'an address is written down once, and only by who has its signed link',
  readLog: ['LOG'],
  requestContact: ['CONTACTS'],
  reportContact: ['CONTACTS'],
  downloadAdminReports: ['DOWNLOADS'],
  downloadAudit: ['DOWNLOADS'],
  listAdminReports: ['SEARCHES'],
  figures: ['FIGURES'],
  readDeadlines: ['FIGURES'],
  readHolidays: ['FIGURES'],
};
const named = new Set(Object.values(bounds).flatMap((limits) => (typeof limits === 'string' ? [] : limits)));

it('every operation that writes is in this table', () => {
  const writing = operationList.filter(({ method, internal }) => method !== 'GET' && !internal);
  expect(writing.map(({ id }) => id).filter((id) => bounds[id] === undefined)).toEqual([]);
});

it('every limit is in it, in the guide, and read by what it bounds', () => {
  const guide = [...read('README.md').matchAll(/^\| `RATE_LIMIT_([A-Z_]+)`/gm)].map(([, name]) => name);
  expect(guide.toSorted()).toEqual([...named].toSorted());
  const unread = operationList.flatMap(({ id, service }) => {
    const limits = bounds[id];
    if (limits === undefined || typeof limits === 'string') return [];
    const own = files.filter((file) => file.startsWith(`services/${service}/`) && !/\.test\.|\/testing\//.test(file));
    return limits.filter((name) => !isCounted(name, own.filter((file) => !file.endsWith('/config.ts')).map(read)));
  });
  expect(unread).toEqual([]);
});

/** Whether a limit is counted somewhere: by what is made of it (`proofs: limit('proofs', config.RATE_LIMIT_PROOFS, …)`), or in SQL. */
function isCounted(name: string, texts: string[]): boolean {
  const made = new RegExp(
    `(\\w+): limit(?:<[^(]*>)?\\([^;)]{0,80}?config\\.RATE_LIMIT_${name}\\b|RATE_LIMIT_${name}: (\\w+) }`,
    'g',
  );
  const names = texts.flatMap((text) => [...text.matchAll(made)].map(([, one, other]) => one ?? other));
  const uses = [
    ...names.map((one) => `\\b${one}\\.(?:count|take|reserve)\\(`),
    `refusalOfMore\\([^)]*RATE_LIMIT_${name}\\b`,
  ];
  return texts.some((text) => uses.some((use) => new RegExp(use).test(text)));
}

it('load, benches and faults are without any of them', () => {
  expect([...named].filter((name) => !(`RATE_LIMIT_${name}` in noLimits))).toEqual([]);
});
