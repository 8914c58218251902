import { type AuditKind, auditKinds } from '@tma/contracts/audit-kinds';
import { forRoles } from '@tma/contracts/roles';
import { callForResponse } from '@tma/web/api/call';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { SelectField } from '@tma/web/ui/field';
import { useDownload } from '../dashboard/csv/download.ts';
import { useAdmins } from '../dashboard/use-tehsil.ts';
import { StaffPage } from '../for-roles.tsx';
import shared from '../page.module.css';
import { t as translate, useT } from '../texts.ts';
import css from './audit.module.css';
import { Entries, kindText } from './entries.tsx';
import { queryOf, useAudit, useWanted, type Wanted } from './use-audit.ts';

/** /adminAudit: what staff of the tehsil did and read. */
export default function AuditPage() {
  const t = useT();
  return (
    <StaffPage roles={forRoles.head} title={t('audit.title')} back={t('tehsil.dashboard')} lead={t('audit.lead')}>
      {({ token }) => <Audit key={token} token={token} />}
    </StaffPage>
  );
}

function Audit({ token }: { token: string }) {
  const admins = useAdmins(token);
  const [wanted, choose] = useWanted();
  const list = useAudit(token, wanted);
  // Somebody who was disabled since is not among the administrators, but may be in the log.
  const seen = list.data?.pages.flat().flatMap(({ by }) => (by ? [by] : [])) ?? [];
  const people = new Map([...seen, ...(admins.data ?? [])].map(({ id, name }) => [id, name]));
  return (
    <>
      <Filters token={token} wanted={wanted} people={people} onChoose={choose} />
      <div className={shared.high}>
        <Entries list={list} />
      </div>
    </>
  );
}

interface FiltersProps {
  token: string;
  wanted: Wanted;
  /** Who can be chosen, by id. */
  people: ReadonlyMap<string, string>;
  onChoose: (part: Partial<Wanted>) => void;
}

/** The filters of the log, and a button that downloads all that they choose. */
function Filters({ token, wanted, people, onChoose }: FiltersProps) {
  const t = useT();
  const download = useDownload(
    (signal) => callForResponse('GET /api/audit.csv', { query: queryOf(wanted), token, signal }),
    () => translate('audit.failedCsv'),
  );
  return (
    <div className={css.filters}>
      <SelectField
        label={t('audit.what')}
        options={auditKinds}
        textOf={kindText}
        placeholder={t('audit.everything')}
        value={wanted.kind}
        onChange={({ target }) => onChoose({ kind: target.value as AuditKind | '' })}
      />
      <SelectField
        label={t('audit.who')}
        options={[...new Set([...people.keys(), wanted.by])].filter(Boolean)}
        textOf={(id) => people.get(id) ?? t('search.unknown')}
        placeholder={t('search.anyone')}
        value={wanted.by}
        onChange={({ target }) => onChoose({ by: target.value })}
      />
      <Button look="quiet" ref={download.ref} busy={download.busy} onClick={download.run}>
        {t('csv.download')}
      </Button>
      {download.failure && (
        <div className={css.failure}>
          <Banner tone="quiet">{download.failure}</Banner>
        </div>
      )}
    </div>
  );
}
