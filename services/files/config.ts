import { readConfig, serviceConfig } from '@tma/kit';
import { z } from 'zod';

const schema = serviceConfig.extend({
  /** The folder that holds originals and renderings. */
  STORAGE_DIR: z.string().min(1),
  MAX_UPLOAD_MB: z.coerce.number().positive().max(1000).default(10),
  /** How long an upload may lie without a report before the sweep takes it. */
  UNCLAIMED_HOURS: z.coerce.number().positive().default(24),
});

export type FilesConfig = z.infer<typeof schema>;
export const config = (): FilesConfig => readConfig(schema, process.env);
