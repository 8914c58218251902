import { withClient } from '../infra/deploy/cluster.store.ts';

/**
 * Has the service of a filled database make no words for searches and sign nothing of it, which takes minutes beside what is measured; and
 * vacuums it, which Postgres would else begin to do by itself meanwhile.
 */
export const forgetWhatIsLate = (url: string) =>
  withClient(url, async (client) => {
    await client.query(
      'truncate report_words; update log_state set upto = (select coalesce(max(seq), 0) from history)',
    );
    await client.query('vacuum analyze');
  });
