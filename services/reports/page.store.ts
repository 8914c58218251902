import { createHash } from 'node:crypto';
import type { Db } from '@tma/kit';

/**
 * How many rows a page has, and what it is made of: the reports and their versions, which grow with every change. A
 * caller who knows the stamp has the page as it is now, and none of it needs to be written out again.
 */
export const stampColumns = `count(*)::int as rows, coalesce(md5(string_agg(page.id || ':' || page.version, ' ')), '') as stamp`;

interface Stamped {
  rows: number;
  stamp: string;
}

/**
 * Reads the one row that says all about a page.
 * @param usual whether the text is one of few, so that each connection may keep its plan (planning is a fifth of the work)
 */
export async function readPage<More = object>(
  db: Db,
  text: string,
  values: unknown[],
  usual: boolean,
): Promise<Stamped & More> {
  const name = usual ? createHash('sha1').update(text).digest('base64url') : undefined;
  const { rows } = await db.query<Stamped & More>({ name, text, values });
  if (!rows[0]) throw new Error('an aggregate without a row');
  return rows[0];
}
