import { limitsOn, listDownloads, type Redis, rateLimit, unknownLinks } from '@tma/kit';

const hour = 3600;
const day = 24 * hour;

export const limitSettings = {
  RATE_LIMIT_REPORTS: rateLimit(50, 'reports per resident and day'),
  /** Each may take tens of megabytes of the disk, and is mailed. */
  RATE_LIMIT_COUNTER: rateLimit(1000, 'reports that one administrator writes down at the counter per day'),
  /** Each may be mailed to the reporter. */
  RATE_LIMIT_CHANGES: rateLimit(50_000, 'changes of status or schedule per administrator and day'),
  /** Each card of an administrator's list asks for one. */
  RATE_LIMIT_CONTACTS: rateLimit(3000, 'contact numbers that one administrator looks up per hour'),
  RATE_LIMIT_LINKS: unknownLinks,
  /** Each may take tens of megabytes of the disk. */
  RATE_LIMIT_PROOFS: rateLimit(1000, 'pictures of finished work per administrator and day'),
  /** Each may move the due days of all open reports. */
  RATE_LIMIT_RULES: rateLimit(200, 'changes of deadlines and holidays per administrator and day'),
  RATE_LIMIT_DOWNLOADS: listDownloads,
  /** A search costs up to a hundred times what a list does. */
  RATE_LIMIT_SEARCHES: rateLimit(3000, 'pages of searches per administrator and hour'),
  RATE_LIMIT_ASSIGNMENTS: rateLimit(1000, 'assignments of reports per administrator and day'),
  RATE_LIMIT_NOTES: rateLimit(1000, 'notes per administrator and day'),
  /** Each may be mailed whatever becomes of the report. */
  RATE_LIMIT_SUPPORTS: rateLimit(100, "others' reports that a resident begins to support per day"),
  /** Each costs some milliseconds. */
  RATE_LIMIT_NEARBY: rateLimit(600, 'searches for reports near by, per person and hour'),
  RATE_LIMIT_FIGURES: rateLimit(
    6000,
    'figures of tehsils per IP and hour, as many reads of deadlines and holidays, and as many of the feeds of shared reports',
  ),
  RATE_LIMIT_SHARING: rateLimit(1000, 'times that a resident shares a report, or no longer does, per day'),
  /** So nobody finds reports by trying. */
  RATE_LIMIT_RECORDS: rateLimit(60, 'unknown references of reports, at /r and /api/record together, per IP and hour'),
};

/** The limits that operators set (`RATE_LIMIT_*`). How many reports somebody submits is counted in the reports themselves. */
export function createLimits(redis: Redis, config: Record<keyof typeof limitSettings, number>) {
  const limit = limitsOn(redis);
  return {
    /** Contact numbers that are looked up, by the administrator's id. */
    contacts: limit('contacts', config.RATE_LIMIT_CONTACTS, hour, 'Too many contact numbers were looked up.'),
    /**
     * Forms that were refused, or broken off, after a file of theirs was kept, by the sender's id. Scanning, decoding and keeping it costs as
     * much as in a report; nobody makes so many mistakes.
     */
    refusedForms: limit('refused-forms', 10 * config.RATE_LIMIT_REPORTS, day, 'Too many forms were not complete.'),
    /** Links of closures that are unknown, by the caller's network. */
    unknownLinks: limit('unknown-links', config.RATE_LIMIT_LINKS, hour, 'Too many links did not work.'),
    /** Forms of people without an account, by the administrator's id. */
    counter: limit('counter', config.RATE_LIMIT_COUNTER, day, 'Too many reports were written down.'),
    /** Pictures of finished work that were sent, by the administrator's id. */
    proofs: limit('proofs', config.RATE_LIMIT_PROOFS, day, 'Too many pictures of finished work were sent.'),
    /** Changes of deadlines and holidays, by the administrator's id. */
    rules: limit('rules', config.RATE_LIMIT_RULES, day, 'Too many deadlines and holidays were changed.'),
    /** Downloads of lists, by the administrator's id. */
    downloads: limit('downloads', config.RATE_LIMIT_DOWNLOADS, hour, 'Too many lists were downloaded.'),
    /** Pages of searches, by the administrator's id. */
    searches: limit('searches', config.RATE_LIMIT_SEARCHES, hour, 'Too many searches were made.'),
    /** Figures of tehsils that are read, by the caller's network. */
    figures: limit('figures', config.RATE_LIMIT_FIGURES, hour, 'Too many figures were asked for.'),
    /** Deadlines and holidays of tehsils that are read, likewise: a name that is not known here is asked of auth. */
    ruleReads: limit('rule-reads', config.RATE_LIMIT_FIGURES, hour, 'Too many deadlines and holidays were asked for.'),
    /** Changes of status or schedule, by the administrator's id: each is in the history, and mailed to the reporter. */
    changes: limit('changes', config.RATE_LIMIT_CHANGES, day, 'Too many reports were changed.'),
    /** Assignments, by the administrator's id: each is mailed to somebody. */
    assignments: limit('assignments', config.RATE_LIMIT_ASSIGNMENTS, day, 'Too many reports were assigned.'),
    /** Others' reports that somebody begins to support, by the resident's id. */
    supports: limit('supports', config.RATE_LIMIT_SUPPORTS, day, 'Too many reports were supported.'),
    /** Looks at what is near by, by the id of whoever asks. */
    nearby: limit('nearby', config.RATE_LIMIT_NEARBY, hour, 'It was asked too often what is near by.'),
    /** Notes, by the administrator's id: each public one is mailed to the reporter. */
    notes: limit('notes', config.RATE_LIMIT_NOTES, day, 'Too many notes were added.'),
    /** Reports that are shared, or no longer, by the resident's id. */
    sharing: limit('sharing', config.RATE_LIMIT_SHARING, day, 'Too many reports were shared, or no longer.'),
    /** References that no report has, or none that is public, by the caller's network. */
    unknownRecords: limit('unknown-records', config.RATE_LIMIT_RECORDS, hour, 'Too many references were unknown.'),
    /** Feeds of tehsils that are read, by the caller's network: a name that is not known here is asked of auth. */
    feeds: limit('feeds', config.RATE_LIMIT_FIGURES, hour, 'Too many feeds were asked for.'),
  };
}

export type Limits = ReturnType<typeof createLimits>;
