import { createLimit, type LimitRule, type Redis } from '@tma/kit';

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

type Setting =
  | 'SIGNINS'
  | 'SIGNUPS'
  | 'MAILS'
  | 'RECOVERIES'
  | 'LINKS'
  | 'EMAIL_CHANGES'
  | 'SECRETS'
  | 'INVITES'
  | 'LANGUAGES'
  | 'PROFILES'
  | 'PHONES'
  | 'NUMBERS'
  | 'TEHSILS'
  | 'STAFF_INVITATIONS'
  | 'STAFF_CHANGES'
  | 'DOWNLOADS';

type Config = Record<`RATE_LIMIT_${Setting}`, number>;
type ByAccount = [audience: string, address: string, ip: string];

const limitOn =
  (redis: Redis) =>
  <Key extends string[] = [string]>(rule: LimitRule) =>
    createLimit<Key>(redis, rule);

/** The limits that operators set (`RATE_LIMIT_*`). */
export const createLimits = (redis: Redis, config: Config) => ({
  ...limitsOfSigningIn(redis, config),
  ...limitsOfMails(redis, config),
  ...limitsOfPeople(redis, config),
});

function limitsOfSigningIn(redis: Redis, config: Config) {
  const { RATE_LIMIT_SIGNINS: signIns } = config;
  const quarter = { seconds: 15 * minute, ...requests };
  const limit = limitOn(redis);
  return {
    /** Failed sign-ins, by address and IP. */
    signIns: limit<ByAccount>({ name: 'sign-ins', points: signIns, ...quarter }),
    /** Failed sign-ins, by IP, whatever the address. */
    signInsByIp: limit({ name: 'sign-ins-ip', points: signIns * 10, ...quarter }),
    /** The same of browsers that have signed in to an account before, by the account. */
    signInsByDevices: limit({ name: 'sign-ins-devices', points: signIns * 10, ...quarter }),
    /** Wrong codes of a second factor, by the administrator's id and the browser, if it has signed in before: from everywhere. */
    codes: limit<[id: string, device: string]>({ name: 'codes', points: signIns * 10, seconds: day, ...requests }),
    /** Passwords that were right or were set anew, by address and IP: hashing costs as much as for wrong ones. */
    rightSignIns: limit<ByAccount>({ name: 'right-sign-ins', points: signIns * 10, ...quarter }),
    /** Failed sign-ins that are in the audit log, by the administrator's id. */
    notedFailures: limit({ name: 'noted-failures', points: 10 * signIns, seconds: hour, ...requests }),
    /** Sign-ups, by IP. */
    signUps: limit({ name: 'sign-ups', points: config.RATE_LIMIT_SIGNUPS, seconds: hour, ...requests }),
    /** Wrong secret keys, by IP. */
    secrets: limit({ name: 'secrets', points: config.RATE_LIMIT_SECRETS, seconds: hour, ...requests }),
  };
}

function limitsOfMails(redis: Redis, config: Config) {
  const limit = limitOn(redis);
  return {
    /** Mails, by what was asked for and the address they go to, whether or not it has an account. */
    mails: limit<[MailKind, string]>({ name: 'mails', points: config.RATE_LIMIT_MAILS, seconds: hour, ...mails }),
    /** Mails of sign-ups, by the address they go to and the network that asks: no stranger uses up the owner's. */
    signUpMails: limit<[address: string, ip: string]>({
      name: 'sign-up-mails',
      points: config.RATE_LIMIT_MAILS,
      seconds: hour,
      ...mails,
    }),
    /** The same from everywhere, by the address. */
    signUpMailsInAll: limit({
      name: 'sign-up-mails-in-all',
      points: config.RATE_LIMIT_MAILS * 3,
      seconds: hour,
      ...mails,
    }),
    /** Recoveries and resends together, by IP. */
    recoveries: limit({ name: 'recoveries', points: config.RATE_LIMIT_RECOVERIES, seconds: hour, ...requests }),
    /** Unknown links to a new password, by IP. */
    links: limit({ name: 'links', points: config.RATE_LIMIT_LINKS, seconds: hour, ...requests }),
    /** Changes to another address, by the resident's id. */
    emailChanges: limit({ name: 'email-changes', points: config.RATE_LIMIT_EMAIL_CHANGES, seconds: day, ...mails }),
  };
}

/** By who asks, signed in. */
function limitsOfPeople(redis: Redis, config: Config) {
  const limit = (name: string, points: number, seconds: number) =>
    createLimit<[string]>(redis, { name, points, seconds, ...requests });
  return {
    /** Invitations to an office, by the head's id. */
    staffInvitations: limit('staff-invitations', config.RATE_LIMIT_STAFF_INVITATIONS, day),
    /** Unknown links of these, by IP. */
    staffLinks: limit('staff-links', config.RATE_LIMIT_LINKS, hour),
    /** Changes of the people of an office, by the head's id: each is an event, and in the audit log. */
    staffChanges: limit('staff-changes', config.RATE_LIMIT_STAFF_CHANGES, day),
    /** Changes of the language, by the administrator's id: each is an event. */
    languages: limit('languages', config.RATE_LIMIT_LANGUAGES, day),
    /** Downloads of the audit log, by the administrator's id. */
    downloads: limit('downloads', config.RATE_LIMIT_DOWNLOADS, hour),
    /** New tehsils, by the administrator's id: everybody's lists of them grow, and nobody takes one away. */
    tehsils: limit('tehsils', config.RATE_LIMIT_TEHSILS, day),
    /** Invitations, by the resident's id. */
    invites: limit('invites', config.RATE_LIMIT_INVITES, day),
    /** Writes of the profile, by the resident's id: each is an event. */
    profiles: limit('profiles', config.RATE_LIMIT_PROFILES, day),
    /** Codes to a mobile number, by the resident's id. */
    phones: limit('phones', config.RATE_LIMIT_PHONES, hour),
    /** The same by the number, whoever asks. */
    numbers: limit('numbers', config.RATE_LIMIT_NUMBERS, day),
  };
}

export type Limits = ReturnType<typeof createLimits>;
