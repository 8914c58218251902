import type { RestQuery, Rows } from '@tma/kit';

/** The rows of a small table that a query asks for, in its order and with its columns. */
export function pickRows<R extends object>(table: readonly R[], q: RestQuery): Rows {
  const rows = table.map((row) => row as Record<string, string>);
  const matching = rows.filter((row) =>
    q.filters.every(({ column, value }) => fold(column, row[column]) === fold(column, value)),
  );
  const page = inOrder(matching, q.order).slice(q.offset, q.offset + q.limit);
  const picked = page.map((row) => Object.fromEntries(q.select.map((column) => [column, row[column]])));
  return { json: JSON.stringify(picked), rows: page.length, total: q.count ? matching.length : null };
}

/** A UUID is the same in capitals and without its hyphens. */
const fold = (column: string, value = '') => (column === 'id' ? value.toLowerCase().replaceAll('-', '') : value);

function inOrder(rows: Record<string, string>[], order: RestQuery['order']) {
  if (order.length === 0) return rows;
  return rows.toSorted((a, b) => {
    for (const { column, ascending } of order) {
      const difference = (a[column] ?? '').localeCompare(b[column] ?? '', 'en');
      if (difference !== 0) return ascending ? difference : -difference;
    }
    return 0;
  });
}
