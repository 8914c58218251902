import { t, useT } from '@tma/web/language/own-texts';

/** What the portal's own fixed values are about: a report's status, its kind, the papers it needs, an admin's filter. */
type Kind = 'status' | 'issue' | 'document' | 'filter';

/** The name that the server stores for a reporter whose account was deleted. */
const deletedUser = 'Deleted user';

const optional = t as (key: string, values: { defaultValue: string }) => string;

/**
 * A fixed value of the data as people read it. In English the value is the word; another language has it in its
 * `locales/<language>.json` under `terms.<kind>`, by the value with `_` for all that is no letter or digit.
 */
export const term = (kind: Kind, value: string): string =>
  optional(`terms.${kind}.${value.replace(/\W+/g, '_')}`, { defaultValue: value });

/** Who a report is from: the person's own name, or that the account was deleted. */
export const reporterName = (name: string): string => (name === deletedUser ? t('report.deletedUser') : name);

/** `term` for a component, which renders again when the language changes. */
export function useTerm(): typeof term {
  useT();
  return term;
}
