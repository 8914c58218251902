import { createLimit, listDownloads, type Redis, rateLimit, unknownLinks } from '@tma/kit';

const minute = 60;
const hour = 3600;
const day = 24 * hour;

/**
 * What mails are asked for, each counted by itself so that asking for one never refuses another. `resent-email-change` is a
 * mail that goes to the new address of the account that `resend-email-change` names.
 */
type MailKind =
  | 'recovery'
  | 'password-changed'
  | 'admin-recovery'
  | 'admin-password-changed'
  | 'email-change'
  | 'resend-sign-up'
  | 'resend-email-change'
  | 'resent-email-change';

const requests = { code: 'over_request_rate_limit', message: 'Request rate limit reached' };
const mails = { code: 'over_email_send_rate_limit', message: 'Email rate limit exceeded' };

/** The settings of the limits below. That of secret keys, `RATE_LIMIT_SECRETS`, is kit's. */
export const limitSettings = {
  RATE_LIMIT_PHONES: rateLimit(3, 'codes to mobile numbers per resident and hour'),
  RATE_LIMIT_NUMBERS: rateLimit(5, 'codes to one mobile number per day'),
  RATE_LIMIT_SIGNINS: rateLimit(
    10,
    'failed sign-ins per address and IP in 15 minutes; ten times that per IP, and right ones per address and IP. An IPv6 network (/64) is one IP in all limits',
  ),
  RATE_LIMIT_SIGNUPS: rateLimit(20, 'sign-ups per IP and hour'),
  RATE_LIMIT_MAILS: rateLimit(
    4,
    'mails of one kind (sign-up, resend, recovery, new address) that one address can be sent per hour on request; of sign-ups for each IP that asks, and three times that in all',
  ),
  RATE_LIMIT_RECOVERIES: rateLimit(30, 'recoveries and resends together, per IP and hour'),
  RATE_LIMIT_LINKS: unknownLinks,
  RATE_LIMIT_EMAIL_CHANGES: rateLimit(5, 'changes to another address, per resident and day'),
  RATE_LIMIT_INVITES: rateLimit(20, 'invitations per resident and day'),
  RATE_LIMIT_STAFF_INVITATIONS: rateLimit(50, 'invitations to their office per head and day'),
  RATE_LIMIT_STAFF_CHANGES: rateLimit(1000, 'changes of roles and accounts of an office per head and day'),
  RATE_LIMIT_LANGUAGES: rateLimit(200, 'changes of the language per administrator and day'),
  RATE_LIMIT_PROFILES: rateLimit(1000, 'writes of the profile per resident and day, its language included'),
  RATE_LIMIT_DOWNLOADS: listDownloads,
  RATE_LIMIT_TEHSILS: rateLimit(1000, 'tehsils that one administrator adds per day'),
};

type Config = Record<keyof typeof limitSettings | 'RATE_LIMIT_SECRETS', number>;
type ByAccount = [audience: string, address: string, ip: string];

/** The limits that operators set (`RATE_LIMIT_*`). */
export function createLimits(redis: Redis, config: Config) {
  const limit = <Key extends string[] = [string]>(name: string, points: number, seconds: number, answer = requests) =>
    createLimit<Key>(redis, { name, points, seconds, ...answer });
  const { RATE_LIMIT_SIGNINS: signIns } = config;
  return {
    /** Failed sign-ins, by address and IP. */
    signIns: limit<ByAccount>('sign-ins', signIns, 15 * minute),
    /** Failed sign-ins, by IP, whatever the address. */
    signInsByIp: limit('sign-ins-ip', signIns * 10, 15 * minute),
    /** The same of browsers that have signed in to an account before, by the account. */
    signInsByDevices: limit('sign-ins-devices', signIns * 10, 15 * minute),
    /** Wrong codes of a second factor, by the administrator's id and the browser, if it has signed in before: from everywhere. */
    codes: limit<[id: string, device: string]>('codes', signIns * 10, day),
    /** Passwords that were right or were set anew, by address and IP: hashing costs as much as for wrong ones. */
    rightSignIns: limit<ByAccount>('right-sign-ins', signIns * 10, 15 * minute),
    /** Failed sign-ins that are in the audit log, by the administrator's id. */
    notedFailures: limit('noted-failures', signIns * 10, hour),

    /** Mails, by what was asked for and the address they go to, whether or not it has an account. */
    mails: limit<[MailKind, string]>('mails', config.RATE_LIMIT_MAILS, hour, mails),
    /** Mails of sign-ups, by the address they go to and the network that asks: no stranger uses up the owner's. */
    signUpMails: limit<[address: string, ip: string]>('sign-up-mails', config.RATE_LIMIT_MAILS, hour, mails),
    /** The same from everywhere, by the address. */
    signUpMailsInAll: limit('sign-up-mails-in-all', config.RATE_LIMIT_MAILS * 3, hour, mails),

    // By IP. Of keys and links those that are wrong are counted.
    signUps: limit('sign-ups', config.RATE_LIMIT_SIGNUPS, hour),
    secrets: limit('secrets', config.RATE_LIMIT_SECRETS, hour),
    recoveries: limit('recoveries', config.RATE_LIMIT_RECOVERIES, hour),
    links: limit('links', config.RATE_LIMIT_LINKS, hour),
    staffLinks: limit('staff-links', config.RATE_LIMIT_LINKS, hour),

    // By the administrator's id. Changes are events; tehsils are in everybody's lists, and nobody takes one away.
    staffInvitations: limit('staff-invitations', config.RATE_LIMIT_STAFF_INVITATIONS, day),
    staffChanges: limit('staff-changes', config.RATE_LIMIT_STAFF_CHANGES, day),
    languages: limit('languages', config.RATE_LIMIT_LANGUAGES, day),
    downloads: limit('downloads', config.RATE_LIMIT_DOWNLOADS, hour),
    tehsils: limit('tehsils', config.RATE_LIMIT_TEHSILS, day),

    // By the resident's id; codes to a mobile number also by the number, whoever asks.
    invites: limit('invites', config.RATE_LIMIT_INVITES, day),
    profiles: limit('profiles', config.RATE_LIMIT_PROFILES, day),
    emailChanges: limit('email-changes', config.RATE_LIMIT_EMAIL_CHANGES, day, mails),
    phones: limit('phones', config.RATE_LIMIT_PHONES, hour),
    numbers: limit('numbers', config.RATE_LIMIT_NUMBERS, day),
  };
}

export type Limits = ReturnType<typeof createLimits>;

type TakeBack = () => Promise<unknown>;

/**
 * Counts one in advance in each of several limits, or in none of them where one is used up: throws its 429 then.
 * @returns a function that takes all of it back
 */
export async function reserveAll(...reserves: readonly (() => Promise<TakeBack>)[]): Promise<TakeBack> {
  const taken: TakeBack[] = [];
  const takeBack = () => Promise.all(taken.map((one) => one()));
  try {
    for (const reserve of reserves) taken.push(await reserve());
  } catch (error) {
    await takeBack();
    throw error;
  }
  return takeBack;
}
