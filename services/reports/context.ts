import { type BaseParts, createLimit, createLinkKeys, type Limit, type LinkKeys, type Parts } from '@tma/kit';
import { type Administrators, connectAdministrators } from './administrators-client.ts';
import type { ReportsConfig } from './config.ts';
import { connectFiles, type Files } from './files-client.ts';
import { dayIn } from './filters.ts';
import { knownTehsils, type Tehsils } from './tehsils.ts';

/** The parts that only this service has. */
export interface ReportsOwn {
  files: Files;
  administrators: Administrators;
  tehsils: Tehsils;
  /** The keys of the links that mails of closures have. */
  linkKeys: LinkKeys;
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
    /** Figures of tehsils that are read, by the caller's network. */
    figures: Limit;
    /** Assignments, by the administrator's id: each is mailed to somebody. */
    assignments: Limit;
    /** Notes, by the administrator's id: each public one is mailed to the reporter. */
    notes: Limit;
    /** Changes of deadlines and holidays, by the administrator's id. */
    rules: Limit;
  };
}

/** What the routes of this service work with. */
export type Reports = Parts<ReportsConfig> & ReportsOwn;

export const buildOwn = ({ config, log, pool, redis }: BaseParts<ReportsConfig>): ReportsOwn => ({
  files: connectFiles(config.FILES_URL, log),
  administrators: connectAdministrators(config.AUTH_URL, pool),
  tehsils: knownTehsils(pool, config.AUTH_URL),
  linkKeys: createLinkKeys(config.LINK_SECRET),
  today: () => dayIn(config.TIME_ZONE, new Date()),
  answerSeconds: config.CLOSURE_DAYS * 24 * 3600,
  limits: {
    contacts: createLimit(redis, {
      name: 'contacts',
      points: config.RATE_LIMIT_CONTACTS,
      seconds: 3600,
      code: 'over_request_rate_limit',
      message: 'Too many contact numbers were looked up. Please try again later.',
    }),
    // Decoding and keeping a picture costs as much as in a report; nobody makes so many mistakes.
    refusedForms: createLimit(redis, {
      name: 'refused-forms',
      points: 10 * config.RATE_LIMIT_REPORTS,
      seconds: 24 * 3600,
      code: 'over_request_rate_limit',
      message: 'Too many forms were not complete. Please try again later.',
    }),
    unknownLinks: createLimit(redis, {
      name: 'unknown-links',
      points: config.RATE_LIMIT_LINKS,
      seconds: 3600,
      code: 'over_request_rate_limit',
      message: 'Too many links did not work. Please try again later.',
    }),
    proofs: createLimit(redis, {
      name: 'proofs',
      points: config.RATE_LIMIT_PROOFS,
      seconds: 24 * 3600,
      code: 'over_request_rate_limit',
      message: 'Too many pictures of finished work were sent. Please try again later.',
    }),

    figures: createLimit(redis, {
      name: 'figures',
      points: config.RATE_LIMIT_FIGURES,
      seconds: 3600,
      code: 'over_request_rate_limit',
      message: 'Too many figures were asked for. Please try again later.',
    }),
    assignments: createLimit(redis, {
      name: 'assignments',
      points: config.RATE_LIMIT_ASSIGNMENTS,
      seconds: 24 * 3600,
      code: 'over_request_rate_limit',
      message: 'Too many reports were assigned. Please try again later.',
    }),
    notes: createLimit(redis, {
      name: 'notes',
      points: config.RATE_LIMIT_NOTES,
      seconds: 24 * 3600,
      code: 'over_request_rate_limit',
      message: 'Too many notes were added. Please try again later.',
    }),
    rules: createLimit(redis, {
      name: 'rules',
      points: config.RATE_LIMIT_RULES,
      seconds: 24 * 3600,
      code: 'over_request_rate_limit',
      message: 'Too many deadlines and holidays were changed. Please try again later.',
    }),
  },
});
