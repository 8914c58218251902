import { answers, type Table } from '../tables.ts';
import { useT } from '../texts.ts';
import type { Figures } from '../use-figures.ts';
import { Bars } from './bars.tsx';
import { Part } from './part.tsx';

/** What those who reported say of the last closure, as far as it was begun in the range. */
export function ClosuresChart({ closures, table }: { closures: Figures['closures']; table: Table }) {
  const t = useT();
  const bars = answers.map((name) => ({
    name: t(`closures.${name}`),
    size: closures[name],
    text: closures[name].toLocaleString(t('locale')),
  }));
  return (
    <Part title={t('closures.title')} table={table}>
      <Bars bars={bars} />
    </Part>
  );
}
