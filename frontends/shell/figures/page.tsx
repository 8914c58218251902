import { pagePath } from '@tma/contracts/pages';
import { Link } from '@tma/web/router';
import { Loaded } from '../loaded.tsx';
import css from '../loading.module.css';
import { Reading } from '../pages/reading.tsx';
import { useT } from '../texts.ts';

const load = async () => (await import('./figures.tsx')).Figures;

/** /figures: how many reports a tehsil gets and closes, how fast, and what their reporters say of it. */
export function FiguresPage() {
  const t = useT();
  return (
    <div className={`${css.page} ${css.paper}`}>
      <Reading title={t('titles.figures')} lead={t('figures.lead')}>
        <Loaded load={load} of={{}} />
        <p>
          <Link to={pagePath('log')}>{t('titles.log')}</Link>
        </p>
      </Reading>
    </div>
  );
}
