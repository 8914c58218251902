import pg from 'pg';

/**
 * Has the service of a filled database make no words for searches of its reports: that takes minutes in the background, and no
 * list reads them.
 */
export async function forgetMissingWords(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('truncate report_words');
  } finally {
    await client.end();
  }
}
