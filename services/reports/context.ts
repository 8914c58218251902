import type { BaseParts, Parts } from '@tma/kit';
import type { ReportsConfig } from './config.ts';
import { connectFiles, type Files } from './files-client.ts';

/** The parts that only this service has. */
export interface ReportsOwn {
  files: Files;
}

/** What the routes of this service work with. */
export type Reports = Parts<ReportsConfig> & ReportsOwn;

export const buildOwn = ({ config, log }: BaseParts<ReportsConfig>): ReportsOwn => ({
  files: connectFiles(config.FILES_URL, log),
});
