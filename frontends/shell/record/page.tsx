import { useLocation } from '@tma/web/router';
import { Loaded } from '../loaded.tsx';
import css from '../loading.module.css';

const load = async () => (await import('./record.tsx')).Record;

/** /r/{reference}: what everybody may see of a report. Drawn at build, it knows of none; its server says which one (frontends/server). */
export function RecordPage() {
  const [, , reference = ''] = useLocation().pathname.split('/');
  return (
    <div className={`${css.page} ${css.paper}`}>
      <Loaded key={reference} load={load} of={{ reference }} />
    </div>
  );
}
