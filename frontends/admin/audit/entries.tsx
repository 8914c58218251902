import { type AuditKind, auditKinds } from '@tma/contracts/audit-kinds';
import { roles } from '@tma/contracts/roles';
import type { Answer } from '@tma/web/api/operation-types';
import { useTimeZone } from '@tma/web/api/portal-config';
import { useFocusFirstNew } from '@tma/web/hooks/use-first-new';
import { dayAndTime, longDate } from '@tma/web/language/dates';
import { reporterName, term } from '@tma/web/language/terms';
import web from '@tma/web/shared.module.css';
import { EmptyState } from '@tma/web/ui/empty-state';
import { ShowMore } from '@tma/web/ui/show-more';
import { Spinner } from '@tma/web/ui/spinner';
import shared from '../page.module.css';
import { t as translate, useT } from '../texts.ts';
import css from './audit.module.css';
import type { useAudit } from './use-audit.ts';

type Entry = Answer<'GET /api/audit'>[number];

/** The entries that are chosen, newest first. */
export function Entries({ list }: { list: ReturnType<typeof useAudit> }) {
  const t = useT();
  const entries = list.data?.pages.flat() ?? [];
  const focusFirstNew = useFocusFirstNew(entries.length, 'main tbody tr');
  if (list.isPending) return <Spinner />;
  if (list.isLoadingError) return <EmptyState title={t('audit.failed')} onRetry={() => void list.refetch()} />;
  if (entries.length === 0) return <EmptyState title={t('audit.none')} hint={t('audit.noneHint')} />;
  return (
    <>
      <table className={`${shared.table} ${css.entries}`} aria-label={t('audit.title')}>
        <thead>
          <tr>
            <th scope="col">{t('audit.when')}</th>
            <th scope="col">{t('audit.what')}</th>
            <th scope="col">{t('audit.who')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.seq} entry={entry} />
          ))}
        </tbody>
      </table>
      <ShowMore list={list} onPress={focusFirstNew} />
    </>
  );
}

function Row({ entry }: { entry: Entry }) {
  const t = useT();
  const zone = useTimeZone();
  const detail = detailText(entry);
  return (
    <tr tabIndex={-1}>
      <td>{dayAndTime(entry.at, zone)}</td>
      <td>
        <strong>{kindText(entry.kind)}</strong> <bdi>{aboutText(entry)}</bdi>
        {detail && (
          <span className={`${web.soft} ${css.detail}`} dir="auto">
            {detail}
          </span>
        )}
      </td>
      <td>{entry.by ? <bdi>{entry.by.name}</bdi> : t('audit.nobody')}</td>
    </tr>
  );
}

type Key<S extends string> = S extends `${infer Head}-${infer Rest}` ? `${Head}_${Key<Rest>}` : S;

/** What was done; one word for all that this page does not know. */
export function kindText(kind: string): string {
  if (!auditKinds.some((one) => one === kind)) return translate('audit.other');
  const key = kind.replaceAll('-', '_') as Key<AuditKind>;
  return translate(`audit.kinds.${key}`);
}

/** What the act was about. Empty for a downloaded list, whose file is named after the office and the day. */
function aboutText({ kind, about }: Entry): string {
  if (kind === 'list-downloaded') return '';
  if (kind === 'deadline-changed') return term('issue', about);
  if (kind === 'file-refused') return fileText(about);
  return kind === 'holiday-changed' ? term('holiday', about) : reporterName(about);
}

/** What a refused file was sent as. */
const fileText = (kind: string): string =>
  kind === 'image' || kind === 'document' || kind === 'proof' ? translate(`audit.files.${kind}`) : kind;

/** Empty where there is nothing to say. */
function detailText({ kind, detail }: Entry): string {
  if (detail === null) return '';
  if (kind === 'deadline-changed') return translate('audit.days', { days: detail });
  if (kind === 'holiday-changed') {
    const day = longDate(detail.slice(0, 10));
    return detail.length > 10 ? translate('audit.removed', { day }) : day;
  }
  const role = roles.find((one) => one === detail);
  return role ? translate(`roles.${role}`) : detail;
}
