/** What an entry of the audit log says, in words. */
import { type AuditKind, auditKinds } from '@tma/contracts/audit-kinds';
import type { Answer } from '@tma/web/api/operation-types';
import { longDate } from '@tma/web/language/dates';
import { reporterName, term } from '@tma/web/language/terms';
import { t } from '../texts.ts';

export type Entry = Answer<'GET /api/audit'>[number];

type Key<S extends string> = S extends `${infer Head}-${infer Rest}` ? `${Head}_${Key<Rest>}` : S;

/** What was done; one word for all that this page does not know. */
export function kindText(kind: string): string {
  if (!auditKinds.some((one) => one === kind)) return t('audit.other');
  const key = kind.replaceAll('-', '_') as Key<AuditKind>;
  return t(`audit.kinds.${key}`);
}

/** Empty of a list: its file is named after the office and the day. */
export function aboutText({ kind, about }: Entry): string {
  if (kind === 'list-downloaded') return '';
  if (kind === 'deadline-changed') return term('issue', about);
  return kind === 'holiday-changed' ? term('holiday', about) : reporterName(about);
}

/** Empty where there is nothing to say. */
export function detailText({ kind, detail }: Entry): string {
  if (detail === null) return '';
  if (kind === 'deadline-changed') return t('audit.days', { days: detail });
  if (kind === 'holiday-changed') {
    const day = longDate(detail.slice(0, 10));
    return detail.length > 10 ? t('audit.removed', { day }) : day;
  }
  return detail === 'head' || detail === 'clerk' || detail === 'crew' ? t(`roles.${detail}`) : detail;
}
