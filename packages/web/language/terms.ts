import { deletedUser } from '@tma/contracts/identity/full-name';
import { t, useT } from '@tma/web/language/own-texts';

/**
 * What the fixed values of the wire are about: a report's status, its kind, the papers it needs, one of its fields; an admin's
 * filter; a holiday of the calendar; what somebody without a name is called; why something was refused; what browsers say.
 */
type Kind = 'browser' | 'status' | 'issue' | 'document' | 'field' | 'filter' | 'holiday' | 'person' | 'refusal';

const optional = t as (key: string, values: { defaultValue: string }) => string;

/** Where another language has a fixed value in its `locales/<language>.json`: `terms.issue.Side_Walk_Repair`. */
export const termKey = (kind: Kind, value: string): string => `terms.${kind}.${value.replace(/\W+/g, '_')}`;

/** The words that the language of the page has for a value; undefined where it has none, as English, which is the wire's own. */
export const ownTerm = (kind: Kind, value: string): string | undefined =>
  optional(termKey(kind, value), { defaultValue: '' }) || undefined;

/** A fixed value of the data as people read it. In English the value itself is the text. */
export const term = (kind: Kind, value: string): string => ownTerm(kind, value) ?? value;

/** Who a report is from: the person's own name, that they gave none, or that the account was deleted. */
export const reporterName = (name: string): string =>
  name === deletedUser ? t('report.deletedUser') : term('person', name);

/** `term` for a component, which renders again when the language changes. */
export function useTerm(): typeof term {
  useT();
  return term;
}
