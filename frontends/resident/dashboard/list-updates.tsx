import { loadedRowsDiffer } from '@tma/web/api/row-changes';
import type { Report } from '@tma/web/api/tables';
import { timeOfDay } from '@tma/web/language/dates';
import { VisuallyHidden } from '@tma/web/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../texts.ts';

/** Announces to screen readers that the list was updated by itself. `reports` is undefined until the list is loaded. */
export function ListUpdates({ reports, zone }: { reports: readonly Report[] | undefined; zone: string }) {
  const t = useT();
  const before = useRef(reports);
  const [changedAt, setChangedAt] = useState<string>();
  useEffect(() => {
    const known = before.current;
    before.current = reports;
    if (known && reports && loadedRowsDiffer(known, reports)) setChangedAt(new Date().toISOString());
  }, [reports]);
  return (
    <VisuallyHidden live>{changedAt && t('reports.changed', { time: timeOfDay(changedAt, zone) })}</VisuallyHidden>
  );
}
