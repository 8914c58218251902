import { term } from '@tma/web/language/terms';
import { Button } from '@tma/web/ui/button';
import { Dialog } from '@tma/web/ui/dialog';
import { Written } from '@tma/web/ui/direction';
import css from './report-map.module.css';
import { Shape } from './shape.tsx';
import { useT } from './texts.ts';

export interface MapReport {
  id: string;
  issue: string;
  status: string;
  location: string;
  lat: number | null;
  long: number | null;
}

interface HereProps<R> {
  reports: readonly R[];
  onOpen: (report: R) => void;
  onClose: () => void;
}

/** The reports of one spot, of which a map cannot show each by itself. */
export function Here<R extends MapReport>({ reports, onOpen, onClose }: HereProps<R>) {
  const t = useT();
  return (
    <Dialog title={t('group', { count: reports.length })} onClose={onClose}>
      <ul className={css.here}>
        {reports.map((report) => (
          <li key={report.id}>
            <Button
              look="plain"
              onClick={() => {
                onClose();
                onOpen(report);
              }}
            >
              <Shape status={report.status} />
              {t('marker', { issue: term('issue', report.issue), status: term('status', report.status) })}
            </Button>
            <Written>{report.location}</Written>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
