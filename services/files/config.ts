import { inHours, lifetimes } from '@tma/contracts';
import {
  httpUrl,
  logFilesSecret,
  rateLimit,
  readConfig,
  scannerUrl,
  serviceConfig,
  systemSecret,
  uploadMb,
} from '@tma/kit';
import { z } from 'zod';
import type { S3Settings } from './storage/s3.ts';

const s3 = {
  description: 'an S3 server for pictures and documents',
  fallback: 'none: the disk',
  inSecret: true,
} as const;

export const filesSettings = serviceConfig
  .extend({
    /** The folder of originals and renderings; with S3, of files while they are sent there. */
    STORAGE_DIR: z.string().min(1),
    /** The Unix socket of the container that decodes pictures; without it this service starts a process that does. */
    DECODER_SOCKET: z.string().min(1).optional(),
    LOG_FILES_SECRET: logFilesSecret,
    OPEN311_SECRET: systemSecret,
    MAX_UPLOAD_MB: uploadMb,
    RATE_LIMIT_LOG: rateLimit(30_000, 'parts of the signed log that are read per IP and hour'),
    MAP_DIR: z.string().min(1).optional().meta({
      description: 'the folder of your map: `area.pmtiles`, `tehsils.geojson`, `attribution.txt`',
      fallback: 'none: maps are a plain grid',
    }),
    SCANNER_URL: scannerUrl,
    UNCLAIMED_HOURS: z.coerce.number().positive().default(inHours(lifetimes.unclaimedUpload)).meta({
      description: 'until an upload that became no report is removed; a file that a crash left, up to 26 hours later',
    }),
    S3_ENDPOINT: httpUrl.optional().meta(s3),
    S3_BUCKET: z.string().optional().meta(s3),
    S3_ACCESS_KEY_ID: z.string().optional().meta(s3),
    S3_SECRET_ACCESS_KEY: z.string().optional().meta(s3),
    S3_REGION: z.string().optional().meta({ description: 'the region of the S3 server', fallback: '`us-east-1`' }),
  })
  .superRefine((given, context) => {
    if (s3Names.every((name) => given[name] === undefined) && given.S3_REGION === undefined) return;
    for (const name of s3Names) {
      if (given[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is not set' });
    }
  });

/** All of them are set, or none. The region has a default, because most servers other than Amazon's have only one. */
const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export type FilesConfig = z.infer<typeof filesSettings>;

/** Throws a ConfigError that names each wrong variable. */
export const loadConfig = (env = process.env): FilesConfig => readConfig(filesSettings, env);

/** The S3 server that keeps files, or null when the disk does. */
export function s3SettingsOf(config: FilesConfig): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region = 'us-east-1', S3_BUCKET: bucket } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}
