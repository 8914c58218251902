import { limits } from '@tma/contracts/limits';
import { issueNames } from '@tma/contracts/reports/issues';
import { term } from '@tma/web/language/terms';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { SelectField, TextField } from '@tma/web/ui/field';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRole } from '../for-roles.tsx';
import { t as translate, useT } from '../texts.ts';
import { type Chosen, searchable } from './chosen.ts';
import { askForReports, useDownload } from './csv/download.ts';
import { PrintSheet, usePrint } from './print-sheet.tsx';
import css from './search-bar.module.css';
import type { ListQuery } from './segments.ts';
import type { Admin } from './use-tehsil.ts';

interface SearchBarProps {
  query: ListQuery;
  tehsil: string;
  admins: readonly Admin[] | undefined;
  /** How many reports were found, in words; empty while that is not known, and where nothing is searched for. */
  found: string;
  onChoose: (part: Partial<Chosen>) => void;
}

/** Search, selects and what can be done with the list that they choose. */
export function SearchBar({ query, tehsil, admins = [], found, onChoose }: SearchBarProps) {
  const t = useT();
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
    // biome-ignore lint/a11y/useSemanticElements: the element search is too new (tests/house/browsers.test.ts)
    <form role="search" className={css.bar} onSubmit={submit}>
      <SearchField search={search} />
      <Selects query={query} admins={admins} nameOf={nameOf} onChoose={onChoose} />
      <ListActions download={download} print={print} />
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
          tehsil={tehsil}
          assignee={print.sheet.query.assignee && nameOf(print.sheet.query.assignee)}
          onDone={print.onDone}
        />
      )}
    </form>
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

interface ListActionsProps {
  download: ReturnType<typeof useDownload>;
  print: ReturnType<typeof usePrint>;
}

function ListActions({ download, print }: ListActionsProps) {
  const t = useT();
  // Heads alone get everything as a file.
  const isHead = useRole() === 'head';
  return (
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
  );
}

/** How long after the last key a search begins, in milliseconds. */
const pause = 300;

/**
 * What is typed into the search, and what of it is searched for (`q`, which is in the address): it follows a pause of typing.
 * When the address changes by itself, as by Back, the field shows that.
 */
function useTyped(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const [settled, setSettled] = useState(q);
  const searched = useRef(q);
  useEffect(() => {
    if (q === searched.current) return;
    searched.current = q;
    setTyped(q);
  }, [q]);

  const searchFor = (text: string) => {
    const wanted = searchable(text);
    if (wanted === searched.current) return;
    searched.current = wanted;
    onSearch(wanted);
  };
  const settle = useEffectEvent((text: string) => {
    setSettled(text);
    searchFor(text);
  });
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), pause);
    return () => clearTimeout(timer);
  }, [typed]);

  return {
    typed,
    type: setTyped,
    /** Without waiting for a pause. */
    now: () => searchFor(typed),
    clear: () => {
      setTyped('');
      searchFor('');
    },
    /** Something is typed, and it cannot be searched for. Not while it is being typed: it may be a beginning. */
    isShort: settled === typed && typed.trim() !== '' && searchable(typed) === '',
  };
}
