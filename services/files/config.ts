import { readConfig, serviceConfig } from '@tma/kit';
import { z } from 'zod';
import type { S3Settings } from './s3.ts';

const schema = serviceConfig
  .extend({
    /** The folder that holds originals and renderings; with S3, what is on its way there. */
    STORAGE_DIR: z.string().min(1),
    S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be http://… or https://…' }).optional(),
    S3_REGION: z.string().optional(),
    S3_BUCKET: z.string().optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    MAX_UPLOAD_MB: z.coerce.number().positive().max(1000).default(10),
    /** How long an upload may lie without a report before the sweep takes it. */
    UNCLAIMED_HOURS: z.coerce.number().positive().default(24),
  })
  .superRefine((given, context) => {
    if (s3Names.every((name) => given[name] === undefined) && given.S3_REGION === undefined) return;
    for (const name of s3Names) {
      if (given[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is not set' });
    }
  });

/** What reaching an S3 server takes: all of them or none. Most servers but Amazon's have one region only. */
const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export type FilesConfig = z.infer<typeof schema>;
export const loadConfig = (): FilesConfig => readFilesConfig(process.env);

export const readFilesConfig = (env: Record<string, string | undefined>): FilesConfig => readConfig(schema, env);

/** The S3 server that files lie on, or null when they lie on the disk. */
export function s3SettingsOf(config: FilesConfig): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region = 'us-east-1', S3_BUCKET: bucket } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}
