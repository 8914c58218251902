import { limits } from '@tma/contracts/limits';
import { TextField } from '@tma/web/ui/field';
import { useT } from '../../texts.ts';
import type { useTyped } from './use-typed.ts';

/** The field of the search: Escape empties it. */
export function SearchField({ search }: { search: ReturnType<typeof useTyped> }) {
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
