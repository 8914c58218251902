import { inHours, lifetimes, limits } from '@tma/contracts';
import { readConfig, serviceConfig } from '@tma/kit';
import { z } from 'zod';
import type { S3Settings } from './storage/s3.ts';

const schema = serviceConfig
  .extend({
    /** The folder of originals and renderings; with S3, of files that are being sent there. */
    STORAGE_DIR: z.string().min(1),
    S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be http://… or https://…' }).optional(),
    S3_REGION: z.string().optional(),
    S3_BUCKET: z.string().optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    MAX_UPLOAD_MB: z.coerce.number().positive().max(1000).default(limits.uploadMb),
    /** How old an upload without a report is when the sweep removes it. */
    UNCLAIMED_HOURS: z.coerce.number().positive().default(inHours(lifetimes.unclaimedUpload)),
  })
  .superRefine((given, context) => {
    if (s3Names.every((name) => given[name] === undefined) && given.S3_REGION === undefined) return;
    for (const name of s3Names) {
      if (given[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is not set' });
    }
  });

/** All of them are set, or none. The region has a default, because most servers but Amazon's have one only. */
const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** The settings of this service, from the environment. */
export type FilesConfig = z.infer<typeof schema>;

/** Throws a ConfigError that names each wrong variable. */
export const loadConfig = (): FilesConfig => readFilesConfig(process.env);

/** The same from any variables, for tests. */
export const readFilesConfig = (env: Record<string, string | undefined>): FilesConfig => readConfig(schema, env);

/** The S3 server that keeps files, or null when the disk does. */
export function s3SettingsOf(config: FilesConfig): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region = 'us-east-1', S3_BUCKET: bucket } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}
