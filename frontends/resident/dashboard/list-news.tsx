import { timeOfDay } from '@tma/web/dates';
import type { Report } from '@tma/web/tables';
import { VisuallyHidden } from '@tma/web/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../texts.ts';
import { differs } from './news.ts';

/** Tells those who do not see it that the open list has changed by itself. `reports` is undefined until there is a list. */
export function ListNews({ reports, zone }: { reports: readonly Report[] | undefined; zone: string }) {
  const t = useT();
  const before = useRef(reports);
  const [words, setWords] = useState('');
  useEffect(() => {
    const known = before.current;
    before.current = reports;
    if (known && reports && differs(known, reports))
      setWords(t('reports.changed', { time: timeOfDay(new Date().toISOString(), zone) }));
  }, [reports, zone, t]);
  return <VisuallyHidden live>{words}</VisuallyHidden>;
}
