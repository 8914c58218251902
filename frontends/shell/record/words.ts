import { issueNames } from '@tma/contracts/reports/issues';
import { statuses } from '@tma/contracts/reports/statuses';
import { term } from '@tma/web/language/terms';
import { t } from '../texts.ts';

/** What the server of the pages says of a report (`RecordWords` in frontends/server/record.ts), in the language of now. */
export const wordsOfRecords = () => ({
  portal: t('portal'),
  notFound: t('notFound.title'),
  issues: Object.fromEntries(issueNames.map((name) => [name, term('issue', name)])),
  statuses: Object.fromEntries(statuses.map(({ name }) => [name, term('status', name)])),
});
