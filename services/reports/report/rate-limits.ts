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
    // By the administrator's id.
    contacts: limit('contacts', config.RATE_LIMIT_CONTACTS, hour, 'Too many contact numbers were looked up.'),
    counter: limit('counter', config.RATE_LIMIT_COUNTER, day, 'Too many reports were written down.'),
    proofs: limit('proofs', config.RATE_LIMIT_PROOFS, day, 'Too many pictures of finished work were sent.'),
    rules: limit('rules', config.RATE_LIMIT_RULES, day, 'Too many deadlines and holidays were changed.'),
    downloads: limit('downloads', config.RATE_LIMIT_DOWNLOADS, hour, 'Too many lists were downloaded.'),
    searches: limit('searches', config.RATE_LIMIT_SEARCHES, hour, 'Too many searches were made.'),
    changes: limit('changes', config.RATE_LIMIT_CHANGES, day, 'Too many reports were changed.'),
    assignments: limit('assignments', config.RATE_LIMIT_ASSIGNMENTS, day, 'Too many reports were assigned.'),
    notes: limit('notes', config.RATE_LIMIT_NOTES, day, 'Too many notes were added.'),

    // By the id of the resident, of whoever looks at what is near by, of whoever sends a form.
    supports: limit('supports', config.RATE_LIMIT_SUPPORTS, day, 'Too many reports were supported.'),
    sharing: limit('sharing', config.RATE_LIMIT_SHARING, day, 'Too many reports were shared, or no longer.'),
    nearby: limit('nearby', config.RATE_LIMIT_NEARBY, hour, 'It was asked too often what is near by.'),
    /** Refused, or broken off, once a file was kept: it costs what a report does; nobody makes so many mistakes. */
    refusedForms: limit('refused-forms', 10 * config.RATE_LIMIT_REPORTS, day, 'Too many forms were not complete.'),

    // By the caller's network. Of rules and feeds, a tehsil that is not known here is asked of auth.
    unknownLinks: limit('unknown-links', config.RATE_LIMIT_LINKS, hour, 'Too many links did not work.'),
    unknownRecords: limit('unknown-records', config.RATE_LIMIT_RECORDS, hour, 'Too many references were unknown.'),
    figures: limit('figures', config.RATE_LIMIT_FIGURES, hour, 'Too many figures were asked for.'),
    ruleReads: limit('rule-reads', config.RATE_LIMIT_FIGURES, hour, 'Too many deadlines and holidays were asked for.'),
    feeds: limit('feeds', config.RATE_LIMIT_FIGURES, hour, 'Too many feeds were asked for.'),
  };
}

export type Limits = ReturnType<typeof createLimits>;
