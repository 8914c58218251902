import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { adminKeyRule, adminKeySettings, contentOf } from './config.ts';
import { unavailable } from './http/http-error.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether two texts are the same, in a time that depends on neither (both are hashed first). */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

interface AdminKeyConfig {
  NODE_ENV: string;
  ADMIN_SECRET_KEY: string;
  ADMIN_SECRET_KEY_FILE?: string | undefined;
}

/**
 * The current admin secret key: a key in a file is read from there each time, so that a new key replaces the
 * old one as soon as the file changes. Throws 503 while the file holds no key that the settings would allow.
 */
export function currentAdminKey({
  NODE_ENV,
  ADMIN_SECRET_KEY,
  ADMIN_SECRET_KEY_FILE: file,
}: AdminKeyConfig): () => string {
  if (!file) return () => ADMIN_SECRET_KEY;
  const { ADMIN_SECRET_KEY: key } = adminKeySettings;
  const schema = z.object({ ADMIN_SECRET_KEY: key, NODE_ENV: z.string() }).refine(...adminKeyRule);
  return () => {
    try {
      return schema.parse({ NODE_ENV, ADMIN_SECRET_KEY: contentOf('ADMIN_SECRET_KEY', file) }).ADMIN_SECRET_KEY;
    } catch (error) {
      throw unavailable(error);
    }
  };
}
