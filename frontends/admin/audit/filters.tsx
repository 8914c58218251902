import { type AuditKind, auditKinds } from '@tma/contracts/audit-kinds';
import { callForResponse } from '@tma/web/api/call';
import { saveFile } from '@tma/web/api/save-file';
import { useWords } from '@tma/web/language/words';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { SelectField } from '@tma/web/ui/field';
import { csvFailureText } from '../dashboard/csv/failure-text.ts';
import { fetchCsv } from '../dashboard/csv/fetch-csv.ts';
import { useSingle } from '../dashboard/use-single.ts';
import { useT } from '../texts.ts';
import css from './audit.module.css';
import { queryOf, type Wanted } from './use-audit.ts';
import { kindText } from './words.ts';

interface FiltersProps {
  token: string;
  wanted: Wanted;
  /** Who can be chosen, by id. */
  people: ReadonlyMap<string, string>;
  onChoose: (part: Partial<Wanted>) => void;
}

/** What is shown of the log, and all of that as a file. */
export function Filters({ token, wanted, people, onChoose }: FiltersProps) {
  const t = useT();
  const { download, failure } = useDownload(token, wanted);
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
        options={[...people.keys()]}
        textOf={(id) => people.get(id) ?? ''}
        placeholder={t('audit.anyone')}
        value={wanted.by}
        onChange={({ target }) => onChoose({ by: target.value })}
      />
      <Button look="quiet" ref={download.ref} busy={download.busy} onClick={download.run}>
        {t('csv.download')}
      </Button>
      {failure && (
        <div className={css.failure}>
          <Banner tone="quiet">{failure}</Banner>
        </div>
      )}
    </div>
  );
}

function useDownload(token: string, wanted: Wanted) {
  const t = useT();
  const [failure, setFailure] = useWords();
  const download = useSingle(async () => {
    setFailure(undefined);
    const ask = (signal: AbortSignal) =>
      callForResponse('GET /api/audit.csv', { query: queryOf(wanted), token, signal });
    try {
      await fetchCsv(ask, async (response) => saveFile(await response.blob(), 'audit-log.csv'));
    } catch (error) {
      console.warn('The audit log could not be downloaded:', error);
      setFailure(() => csvFailureText(error, t('audit.failedCsv')));
    }
  });
  return { download, failure };
}
