import { withClient } from '../infra/deploy/cluster.store.ts';

/** Has the service of a filled database make no words for searches: that takes minutes in the background, and no list reads them. */
export const forgetMissingWords = (url: string) => withClient(url, (client) => client.query('truncate report_words'));
