import type { RestQuery, Rows } from '@tma/kit';

/** Applies a query to a table that fits into memory: its filters, order, page and columns, as Postgres would. */
export function selectRows<R extends object>(table: readonly R[], q: RestQuery): Rows {
  const rows = table.map((row) => row as Record<string, string>);
  const matching = rows.filter((row) =>
    q.filters.every(({ column, value }) => comparable(column, row[column]) === comparable(column, value)),
  );
  const page = sort(matching, q.order).slice(q.offset, q.offset + q.limit);
  const selected = page.map((row) => Object.fromEntries(q.select.map((column) => [column, row[column]])));
  return { json: JSON.stringify(selected), rows: page.length, total: q.count ? matching.length : null };
}

/** A UUID may be written in capitals and without hyphens. */
const comparable = (column: string, value = '') => (column === 'id' ? value.toLowerCase().replaceAll('-', '') : value);

function sort(rows: Record<string, string>[], order: RestQuery['order']) {
  if (order.length === 0) return rows;
  return rows.toSorted((a, b) => {
    for (const { column, ascending } of order) {
      const difference = (a[column] ?? '').localeCompare(b[column] ?? '', 'en');
      if (difference !== 0) return ascending ? difference : -difference;
    }
    return 0;
  });
}
