/** Limits that pages, services and documents share. Lengths are in characters, sizes in bytes. */
export const limits = {
  password: { min: 8, max: 256 },
  /** How many an administrator gets, each to be used once where the app is not at hand. */
  recoveryCodes: 10,
  /** How many wrong ones end the code of a message. */
  wrongCodes: 5,
  location: 200,
  description: 4000,
  /**
   * The note of an administrator with a picture of the finished work; the reason of a resident for what is not fixed.
   */
  proofNote: 2000,
  disputeReason: 1000,
  note: 2000,
  search: { min: 2, max: 100 },
  /** Working days in which an answer is due. */
  dueDays: 365,
  holidayName: 80,
  name: 80,
  /** The name of another system's key. */
  keyName: 80,
  /** Reports that a key brings in a day. */
  keyPerDay: { default: 1000, max: 100_000 },
  /** Requests that Open311 answers at once, and how far its pages go. */
  open311: { page: 1000, maxOffset: 2000 },
  /** The name and contact of a person for whom the office enters a report. */
  counterName: 100,
  email: 254,
  /** The attribution of a map. */
  attribution: 1000,
  tehsil: { min: 2, max: 80 },
  page: { default: 50, max: 200, maxOffset: 10_000 },
  jsonBody: 1024 * 1024,
  /** The size of one picture or document, in MiB, unless `MAX_UPLOAD_MB` says otherwise. */
  uploadMb: 10,
} as const;

/** The texts that a resident gives at sign-up, in this order everywhere, with the most characters of each. */
export const profileTexts = {
  first_name: limits.name,
  last_name: limits.name,
  contact_number: 40,
  tehsil: limits.tehsil.max,
  location: limits.location,
} as const;

/** How many reports a part of the map shows at most: the newest. */
export const mostInBox = 1000;
