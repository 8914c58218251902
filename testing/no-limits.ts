const limits = [
  'SIGNINS',
  'SIGNUPS',
  'MAILS',
  'RECOVERIES',
  'EMAIL_CHANGES',
  'SECRETS',
  'INVITES',
  'LANGUAGES',
  'STAFF_INVITATIONS',
  'STAFF_CHANGES',
  'PROFILES',
  'PHONES',
  'NUMBERS',
  'TEHSILS',
  'REPORTS',
  'COUNTER',
  'CHANGES',
  'CONTACTS',
  'LINKS',
  'PROOFS',
  'RULES',
  'DOWNLOADS',
  'SEARCHES',
  'ASSIGNMENTS',
  'NOTES',
  'FIGURES',
];

/** Settings of a portal whose rate limits are not what is tested or measured: all load comes from one IP and few people. */
export const noLimits: Readonly<Record<string, string>> = Object.fromEntries(
  limits.map((name) => [`RATE_LIMIT_${name}`, '1000000']),
);
