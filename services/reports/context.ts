import { type BaseParts, createLimit, type Limit, type Parts } from '@tma/kit';
import type { ReportsConfig } from './config.ts';
import { connectFiles, type Files } from './files-client.ts';

/** The parts that only this service has. */
export interface ReportsOwn {
  files: Files;
  limits: {
    /** Contact numbers that are looked up, by the administrator's id. */
    contacts: Limit;
    /** Forms that were refused after a good picture had come with them, by the resident's id. */
    refusedForms: Limit;
  };
}

/** What the routes of this service work with. */
export type Reports = Parts<ReportsConfig> & ReportsOwn;

export const buildOwn = ({ config, log, redis }: BaseParts<ReportsConfig>): ReportsOwn => ({
  files: connectFiles(config.FILES_URL, log),
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
  },
});
