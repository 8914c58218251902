import { Reading } from '../pages/reading.tsx';
import { useT } from '../texts.ts';

/** /figures: how many reports a tehsil gets and closes, how fast, and what their reporters say of it. */
export function FiguresPage() {
  const t = useT();
  return (
    <Reading title={t('titles.figures')} lead={t('figures.lead')}>
      {null}
    </Reading>
  );
}
