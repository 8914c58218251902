import { z } from 'zod';

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int(),
  SMTP_PORT: z.coerce.number().int(),
  /** The folder that keeps the mails. */
  MAILBOX_DIR: z.string().min(1),
  NODE_ENV: z.string().default('development'),
});

export const loadConfig = () => schema.parse(process.env);
