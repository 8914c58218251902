import { Loaded } from '../loaded.tsx';
import css from '../loading.module.css';
import { Reading } from '../pages/reading.tsx';
import { useT } from '../texts.ts';

const load = async () => (await import('./log.tsx')).Log;

/** /log: what the signed log proves and what not, whether it has a report, and how to watch it. */
export function LogPage() {
  const t = useT();
  return (
    <div className={css.page}>
      <Reading title={t('titles.log')} lead={t('log.lead')}>
        <Loaded load={load} of={{}} />
      </Reading>
    </div>
  );
}
