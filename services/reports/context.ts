import {
  type BaseParts,
  connectDb,
  createLimit,
  createLinkKeys,
  type Limit,
  type LinkKeys,
  type Parts,
  type Pool,
} from '@tma/kit';
import { type Administrators, connectAdministrators } from './administrators-client.ts';
import type { ReportsConfig } from './config.ts';
import { dayIn } from './deadlines/working-days.ts';
import { connectFiles, type Files } from './files-client.ts';
import { knownTehsils, type Tehsils } from './tehsils.ts';

/** The parts that only this service has. */
export interface ReportsOwn {
  files: Files;
  tehsils: Tehsils;
  administrators: Administrators;
  /** The keys of the links that mails of closures have. */
  linkKeys: LinkKeys;
  /** Connections for downloads alone: each takes one for as long as its reader does. */
  downloads: Pool;
  /** The current day in the portal's zone, `YYYY-MM-DD`. */
  today: () => string;
  /** How long a closure can be answered, in seconds. */
  answerSeconds: number;
  limits: {
    /** Contact numbers that are looked up, by the administrator's id. */
    contacts: Limit;
    /** Forms that were refused after a good picture had come with them, by the resident's id. */
    refusedForms: Limit;
    /** Links of closures that are unknown, by the caller's network. */
    unknownLinks: Limit;
    /** Pictures of finished work that were sent, by the administrator's id. */
    proofs: Limit;
    /** Changes of deadlines and holidays, by the administrator's id. */
    rules: Limit;
    /** Downloads of lists, by the administrator's id. */
    downloads: Limit;
    /** Figures of tehsils that are read, by the caller's network. */
    figures: Limit;
    /** Deadlines and holidays of tehsils that are read, likewise: a name that is not known here is asked of auth. */
    ruleReads: Limit;
    /** Changes of status or schedule, by the administrator's id: each is in the history, and mailed to the reporter. */
    changes: Limit;
    /** Assignments, by the administrator's id: each is mailed to somebody. */
    assignments: Limit;
    /** Notes, by the administrator's id: each public one is mailed to the reporter. */
    notes: Limit;
  };
}

/** What the routes of this service work with. */
export type Reports = Parts<ReportsConfig> & ReportsOwn;

const hour = 3600;
const day = 24 * hour;

/** By one instance. More wait for some seconds, and are then told to come back. */
const downloadsAtOnce = 4;

export const buildOwn = ({ config, log, pool, redis }: BaseParts<ReportsConfig>): ReportsOwn => {
  const limit = (name: string, points: number, seconds: number, what: string) =>
    createLimit(redis, {
      name,
      points,
      seconds,
      code: 'over_request_rate_limit',
      message: `${what} Please try again later.`,
    });
  return {
    files: connectFiles(config.FILES_URL, log),
    tehsils: knownTehsils(pool, config.AUTH_URL),
    administrators: connectAdministrators(config.AUTH_URL, pool),
    linkKeys: createLinkKeys(config.CLOSURE_LINK_SECRET),
    downloads: connectDb(config.DATABASE_URL, log, downloadsAtOnce),
    today: () => dayIn(config.TIME_ZONE, new Date()),
    answerSeconds: config.CLOSURE_DAYS * 24 * 3600,
    limits: {
      contacts: limit('contacts', config.RATE_LIMIT_CONTACTS, hour, 'Too many contact numbers were looked up.'),
      // Decoding and keeping a picture costs as much as in a report; nobody makes so many mistakes.
      refusedForms: limit('refused-forms', 10 * config.RATE_LIMIT_REPORTS, day, 'Too many forms were not complete.'),
      unknownLinks: limit('unknown-links', config.RATE_LIMIT_LINKS, hour, 'Too many links did not work.'),
      proofs: limit('proofs', config.RATE_LIMIT_PROOFS, day, 'Too many pictures of finished work were sent.'),
      rules: limit('rules', config.RATE_LIMIT_RULES, day, 'Too many deadlines and holidays were changed.'),
      downloads: limit('downloads', config.RATE_LIMIT_DOWNLOADS, hour, 'Too many lists were downloaded.'),
      figures: limit('figures', config.RATE_LIMIT_FIGURES, hour, 'Too many figures were asked for.'),
      ruleReads: limit(
        'rule-reads',
        config.RATE_LIMIT_FIGURES,
        hour,
        'Too many deadlines and holidays were asked for.',
      ),
      changes: limit('changes', config.RATE_LIMIT_CHANGES, day, 'Too many reports were changed.'),
      assignments: limit('assignments', config.RATE_LIMIT_ASSIGNMENTS, day, 'Too many reports were assigned.'),
      notes: limit('notes', config.RATE_LIMIT_NOTES, day, 'Too many notes were added.'),
    },
  };
};
