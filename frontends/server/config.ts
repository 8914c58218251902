import { contactSettings, httpUrl, processConfig, readConfig } from '@tma/kit/config';
import { z } from 'zod';

/** The settings of a frontend's server; only that of the shell, which serves pages, reads more than where it listens. */
export const frontendSettings = processConfig.pick({ HOST: true, PORT: true }).extend({
  ...contactSettings,
  /** Of the service that has the records of reports. */
  REPORTS_URL: httpUrl.optional(),
  SERVICE_WORKER: z.stringbool().default(true).meta({
    description: '`off`: browsers no longer keep the portal for when there is no network, and delete what they kept',
    fallback: '`on`',
  }),
});

/** Throws a `ConfigError` that names each setting that is missing or malformed. */
export const loadConfig = () => readConfig(frontendSettings, process.env);
