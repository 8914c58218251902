import { limits } from '@tma/contracts/limits';
import { issueNames } from '@tma/contracts/reports/issues';
import { term } from '@tma/web/language/terms';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { SelectField, TextField } from '@tma/web/ui/field';
import type { SubmitEvent } from 'react';
import { useRole } from '../../for-roles.tsx';
import { t as translate, useT } from '../../texts.ts';
import type { Chosen } from '../chosen.ts';
import { askForReports, useDownload } from '../csv/download.ts';
import { PrintSheet, usePrint } from '../print-sheet.tsx';
import type { ListQuery } from '../segments.ts';
import type { Admin } from '../use-tehsil.ts';
import css from './search-bar.module.css';
import { useTyped } from './use-typed.ts';

interface SearchBarProps {
  query: ListQuery;
  title: string;
  tehsil: string;
  admins: readonly Admin[] | undefined;
  /** How many reports were found, in words; empty while that is not known, and where nothing is searched for. */
  found: string;
  onChoose: (part: Partial<Chosen>) => void;
}

/** Search, selects and what can be done with the list that they choose. */
export function SearchBar({ query, title, tehsil, admins = [], found, onChoose }: SearchBarProps) {
  const t = useT();
  // Heads alone get everything as a file.
  const isHead = useRole() === 'head';
  const search = useTyped(query.q, (q) => onChoose({ q }));
  const download = useDownload(askForReports(query), () => translate('csv.failed'));
  const print = usePrint(query);
  const failure = download.failure ?? print.failure;
  const words: Record<string, string> = { me: t('search.me'), none: t('desk.nobody') };
  const nameOf = (id: string) => words[id] ?? admins.find((admin) => admin.id === id)?.name ?? t('search.unknown');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    search.now();
  };
  return (
    <search>
      <form className={css.bar} onSubmit={submit}>
        <SearchField search={search} />
        <Selects query={query} admins={admins} nameOf={nameOf} onChoose={onChoose} />
        <div className={css.actions}>
          {isHead && (
            <Button look="quiet" ref={download.ref} busy={download.busy} onClick={download.run}>
              {t('csv.download')}
            </Button>
          )}
          <Button look="quiet" ref={print.ref} busy={print.busy} onClick={print.run}>
            {t('print.print')}
          </Button>
        </div>
        <p role="status" className={css.found}>
          {search.isShort ? t('search.short') : found}
        </p>
        {failure && (
          <div className={css.failure}>
            <Banner tone="quiet">{failure}</Banner>
          </div>
        )}
        {print.sheet && (
          <PrintSheet
            sheet={print.sheet}
            title={title}
            tehsil={tehsil}
            assignee={print.sheet.query.assignee && nameOf(print.sheet.query.assignee)}
            onDone={print.onDone}
          />
        )}
      </form>
    </search>
  );
}

/** The field of the search: Escape empties it. */
function SearchField({ search }: { search: ReturnType<typeof useTyped> }) {
  const t = useT();
  return (
    <TextField
      type="search"
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      maxLength={limits.search.max}
      autoComplete="off"
      enterKeyHint="search"
      value={search.typed}
      onChange={(event) => search.type(event.target.value)}
      onKeyDown={(event) => {
        // Within an input method it ends the composing.
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        search.clear();
      }}
    />
  );
}

interface SelectsProps extends Pick<SearchBarProps, 'query' | 'onChoose'> {
  admins: readonly Admin[];
  nameOf: (id: string) => string;
}

function Selects({ query, admins, nameOf, onChoose }: SelectsProps) {
  const t = useT();
  const assignees = new Set(['me', 'none', ...admins.map(({ id }) => id), query.assignee].filter(Boolean));
  return (
    <>
      <SelectField
        label={t('common.issueType')}
        options={issueNames}
        textOf={(issue) => term('issue', issue)}
        placeholder={t('search.allTypes')}
        value={query.issue}
        onChange={(event) => onChoose({ issue: event.target.value })}
      />
      <SelectField
        label={t('desk.assignee')}
        options={[...assignees]}
        textOf={nameOf}
        placeholder={t('search.anyone')}
        value={query.assignee}
        onChange={(event) => onChoose({ assignee: event.target.value })}
      />
    </>
  );
}
