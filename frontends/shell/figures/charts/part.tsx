import shared from '@tma/web/shared.module.css';
import { type ReactNode, useId, useState } from 'react';
import type { Table } from '../tables.ts';
import { useT } from '../texts.ts';
import css from './part.module.css';

interface PartProps {
  title: string;
  table: Table;
  hint?: string;
  /** The chart, hidden from screen readers: they always have the table with the same numbers. */
  children: ReactNode;
}

/** A part of the figures as a chart, or as the table of its numbers. */
export function Part({ title, table, hint, children }: PartProps) {
  const t = useT();
  const titleId = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={css.part} data-wide={(asTable && table.head.length > 4) || undefined} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        <label className={css.switch}>
          <input
            type="checkbox"
            role="switch"
            aria-describedby={titleId}
            checked={asTable}
            aria-checked={asTable}
            onChange={({ target }) => setAsTable(target.checked)}
          />
          {t('asTable')}
        </label>
      </div>
      {hint && <p className={shared.soft}>{hint}</p>}
      {!asTable && (
        <div className={css.chart} aria-hidden="true">
          {children}
        </div>
      )}
      <Numbers table={table} titleId={titleId} shown={asTable} />
    </section>
  );
}

/** Narrow windows scroll it by itself; while it is hidden there is nothing to scroll. */
function Numbers({ table: { head, rows }, titleId, shown }: { table: Table; titleId: string; shown: boolean }) {
  const scrolled = shown ? { role: 'group', tabIndex: 0, 'aria-labelledby': titleId } : {};
  return (
    <div className={shown ? css.table : shared.unseen} {...scrolled}>
      <table aria-labelledby={titleId}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
