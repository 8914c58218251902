import { withClient } from '../infra/deploy/cluster.store.ts';

/** Has the service of a filled database make no words for searches and sign nothing of it: both take minutes beside what is measured. */
export const forgetWhatIsLate = (url: string) =>
  withClient(url, (client) =>
    client.query('truncate report_words; update log_state set upto = (select coalesce(max(seq), 0) from history)'),
  );
