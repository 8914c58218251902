import { useLocation } from '@tma/web/router';
import { Loaded } from '../loaded.tsx';
import { useT } from '../texts.ts';
import css from './page.module.css';

const load = async () => (await import('./record.tsx')).Record;

/** /r/{reference}: what everybody may see of a report. Drawn at build, it knows of none; its server says which one (frontends/server). */
export function RecordPage() {
  const t = useT();
  const [, , reference = ''] = useLocation().pathname.split('/');
  return (
    <div className={css.page}>
      <noscript>
        <p>{t('noScript.title')}</p>
      </noscript>
      <Loaded key={reference} load={load} of={{ reference }} />
    </div>
  );
}
