import { readFileSync } from 'node:fs';
import { z } from 'zod';

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int(),
  SMTP_PORT: z.coerce.number().int(),
  /** The folder that keeps the mails. */
  MAILBOX_DIR: z.string().min(1),
  /** Where what a telephone sends goes, and the key that has to be said there; without them there are no telephones. */
  SMS_CALLBACK: z.url().optional(),
  SMS_KEY: z.string().default(''),
  SMS_KEY_FILE: z.string().optional(),
  NODE_ENV: z.string().default('development'),
});

export function loadConfig() {
  const { SMS_KEY_FILE: file, ...config } = schema.parse(process.env);
  return file ? { ...config, SMS_KEY: readFileSync(file, 'utf8').trim() } : config;
}
