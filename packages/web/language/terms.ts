import { deletedUser } from '@tma/contracts/identity/full-name';
import { t, useT } from '@tma/web/language/own-texts';

/** What the portal's own fixed values are about: a report's status, its kind, the papers it needs, an admin's filter. */
type Kind = 'status' | 'issue' | 'document' | 'filter';

const optional = t as (key: string, values: { defaultValue: string }) => string;

/** Where another language has a fixed value in its `locales/<language>.json`: `terms.issue.Side_Walk_Repair`. */
export const termKey = (kind: Kind, value: string): string => `terms.${kind}.${value.replace(/\W+/g, '_')}`;

/** A fixed value of the data as people read it. In English the value itself is the text. */
export const term = (kind: Kind, value: string): string => optional(termKey(kind, value), { defaultValue: value });

/** Who a report is from: the person's own name, or that the account was deleted. */
export const reporterName = (name: string): string => (name === deletedUser ? t('report.deletedUser') : name);

/** `term` for a component, which renders again when the language changes. */
export function useTerm(): typeof term {
  useT();
  return term;
}
