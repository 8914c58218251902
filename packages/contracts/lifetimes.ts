/** How long things live, in seconds; each is defined here only. `lifetimes.test.ts` checks how they depend on each other. */
const hour = 3600;
const day = 24 * hour;

const accessToken = { resident: hour, admin: 8 * hour };
const longestToken = Math.max(...Object.values(accessToken));

export const lifetimes = {
  accessToken,
  /** For a report that another system brings: longer than its upload may take. */
  systemToken: hour / 3,
  /** How long it is remembered that a session has ended: no token of it may outlive this. */
  endedSession: longestToken + hour,
  /** How long a signing key that was replaced stays public: no token signed with it may outlive this. */
  retiredKey: longestToken + hour,
  /** How long a session of a resident lasts since its last refresh. */
  session: 180 * day,
  /** How long a refresh token that was used is known, so that its reuse is noticed. */
  usedRefreshToken: 30 * day,
  /** For how long a used refresh token may come again, from a second tab. */
  refreshGrace: 10,
  /** Links of mails, by kind. */
  link: { signup: day, recovery: hour, email_change: hour },
  /** How long a browser that has signed in is known as such. */
  device: 180 * day,
  /** The link with which an administrator sets a new password. */
  administratorLink: hour,
  /** The link with which somebody who was invited joins an office. */
  staffInvitation: 7 * day,
  /** The code that confirms a mobile number. */
  phoneCode: 600,
  /** The time in which the owner of an account is told at most once that somebody signed up with its address. */
  repeatedSignUp: day,
  /** How long a key of links is kept after it was replaced: longer than any link that was made with it is valid. */
  replacedLinkKey: 7 * day + hour,
  /** How long an expired link is known, so that its answer says that it has expired. */
  expiredLink: 30 * day,
  /**
   * How long an account waits for its confirmation since the last mail that could confirm it. Then it is removed, and its
   * address is free.
   */
  unconfirmedAccount: 7 * day,
  /** For how long the same Idempotency-Key means the same report: a phone may be without a network for weeks. */
  idempotencyKey: 30 * day,
  /** How long Kafka keeps events; it deletes them by `topicSegment`, so that some stay for that much longer. */
  topic: 7 * day,
  topicSegment: day,
  /** How long events that could not be handled are kept. */
  deadLetter: 30 * day,
  /** How long events of an unknown type wait for a version that knows it. */
  unknownEvent: 30 * day,
  /** How long a consumer knows an event by its id: longer than Kafka or an operator can deliver it again. */
  inbox: 45 * day,
  /** How long published events stay in the outbox; their data only until all consumers have handled them. */
  outbox: 6 * day,
  /** The same for events that some consumer has not handled: a dead letter is replayed from them. */
  outboxOfDeadLetters: 31 * day,
  /** How long a mail is tried while the server refuses it for now, or is away: RFC 5321, 4.5.4.1, asks for four to five days. */
  mailRetry: 5 * day,
  /** The same for a message to a telephone: later it is of no use. */
  smsRetry: day,
  /**
   * How long after the time to answer a closing is over answers by message are still read, so that their senders are told that it
   * is over.
   */
  overCode: 7 * day,
  /** How long it is known which messages telephones sent, and how many went to a number. */
  smsCounts: 7 * day,
  /** How long it is known that a mail was sent or given up; to whom, only as long as limits and digests ask for it. */
  mail: 30 * day,
  /** How long an upload may lie without a report, unless the settings say otherwise. */
  unclaimedUpload: day,
  /** How long `npm run backup` keeps older backups, unless told otherwise. */
  backup: 30 * day,
  /** How long `npm start` keeps a line of a log, at most. */
  log: 30 * day,
} as const;

/** A lifetime in hours, for a text. */
export const inHours = (seconds: number) => seconds / hour;
/** The same in days. */
export const inDays = (seconds: number) => seconds / day;
