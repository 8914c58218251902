import { useLocation } from '@tma/web/router';
import { Loaded } from '../loaded.tsx';
import css from '../loading.module.css';

const load = async () => (await import('./record.tsx')).Record;

/**
 * /r/{reference}: what everybody may see of a report. It is prerendered without a report; the server adds the report
 * (frontends/server).
 */
export function RecordPage() {
  const [, , reference = ''] = useLocation().pathname.split('/');
  return (
    <div className={`${css.page} ${css.paper}`}>
      <Loaded key={reference} load={load} of={{ reference }} />
    </div>
  );
}
