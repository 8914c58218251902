/** Looks for words wherever a portal keeps anything: tables, topics, files, backups. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createLog, tailTopics } from '@tma/kit';
import { createClient } from '@tma/kit/testing';
import { withClient } from '../../infra/deploy/cluster.store.ts';
import { topicPlans } from '../../infra/topic-plans.ts';

/** Where a word was found: `auth.users: sana@example.com`. */
type Finding = string;

const log = createLog('search', 'silent');

/** Every row of every table of the databases, bytes too, in letters of any size. */
export async function searchTables(databases: Record<string, string>, words: readonly string[]): Promise<Finding[]> {
  const found = new Set<Finding>();
  for (const [name, url] of Object.entries(databases)) {
    await withClient(url, async (client) => {
      const { rows: tables } = await client.query<{ table: string }>(
        `select relname as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      );
      for (const { table } of tables) {
        const { rows } = await client.query<{ text: string }>(`select t::text as text from "${table}" t`);
        const all = rows.map(({ text }) => text.toLowerCase());
        for (const word of words) {
          // What is searched by is kept in small letters.
          const small = word.toLowerCase();
          const hexes = [word, small].map((one) => Buffer.from(one).toString('hex'));
          if (all.some((text) => [small, ...hexes].some((one) => text.includes(one))))
            found.add(`${name}.${table}: ${word}`);
        }
      }
    });
  }
  return [...found];
}

/**
 * Every file below a folder; what is compressed is looked into. @param besides paths from there that are left out
 * @returns findings by their path from there
 */
export async function searchFiles(
  folder: string,
  words: readonly string[],
  besides: readonly RegExp[] = [],
): Promise<Finding[]> {
  const found: Finding[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if (besides.some((place) => place.test(relative(folder, path)))) continue;
    // What is there in one moment may be gone in the next, as a temporary file.
    const raw = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return Buffer.alloc(0);
    });
    const content = path.endsWith('.gz') && raw.length > 0 ? gunzipSync(raw) : raw;
    for (const word of words) {
      if ([word, word.toLowerCase()].some((one) => content.includes(one)))
        found.push(`${relative(folder, path)}: ${word}`);
    }
  }
  return found;
}

/** Every message of all topics and dead letters, from the first that Kafka still has. */
export async function searchTopics(brokers: readonly string[], words: readonly string[]): Promise<Finding[]> {
  const names = topicPlans.map(({ name }) => name);
  const admin = createClient({ brokers }, 'search', log).admin();
  await admin.connect();
  let waiting = 0;
  for (const name of names) {
    for (const { low, high } of await admin.fetchTopicOffsets(name)) waiting += Number(high) - Number(low);
  }
  await admin.disconnect();
  const found = new Set<Finding>();
  if (waiting === 0) return [];
  const reading = new AbortController();
  const late = setTimeout(() => reading.abort(), 60_000);
  await tailTopics(
    { brokers },
    names,
    ({ topic, key, value, headers }) => {
      const text = `${key} ${value} ${JSON.stringify(headers)}`;
      for (const word of words) if (text.includes(word)) found.add(`${topic}: ${word}`);
      waiting -= 1;
      if (waiting <= 0) reading.abort();
    },
    { fromBeginning: true, signal: reading.signal, log },
  );
  clearTimeout(late);
  if (waiting > 0) throw new Error(`${waiting} messages were not read`);
  return [...found];
}
