import { HttpError } from '../http/http-error.ts';
import { noColumn, notSupported, unreadable } from './errors.ts';
import type { RestQuery, RestTable } from './table.ts';

/** Parameters that are no filters. */
const knownParameters = new Set(['select', 'order', 'limit', 'offset', 'columns']);
const logicParameters = /^(not\.)?(or|and)$/;
const anyOperator =
  /^(not\.)?(eq|gte?|lte?|neq|i?like|i?match|in|is|isdistinct|(pl|ph|w)?fts|cs|cd|ov|sl|sr|nx[rl]|adj)(\(\w+\))?\./;
const uuidShape = /^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i;

/**
 * The filters among the parameters: `column=eq.value`, and `id=lt.<uuid>` where the table has pages. Given several times, the
 * lowest `id` counts. Throws PGRST100, 42703, 22P02 as `readQuery` says.
 */
export function readFilters(table: RestTable, query: Record<string, unknown>): Pick<RestQuery, 'filters' | 'before'> {
  const filters: RestQuery['filters'] = [];
  let before: string | undefined;
  for (const [column, given] of Object.entries(query)) {
    if (knownParameters.has(column)) continue;
    for (const text of [given].flat().map(String)) {
      if (logicParameters.test(column)) throw unreadable('logic tree', `${column}${text}`);
      if (column === 'on_conflict') throw notSupported('on_conflict');
      if (!anyOperator.test(text)) throw unreadable('filter', text);
      if (!table.columns.includes(column)) throw noColumn(table, column);
      const [, operator, value] = /^(eq|lt)\.(.*)$/s.exec(text) ?? [];
      const isPage = operator === 'lt' && table.pages === true && column === 'id';
      const isFilter = operator === 'eq' && table.filters.includes(column);
      if (value === undefined || (!isPage && !isFilter)) throw unreadable('filter', text);
      checkValue(table, column, value);
      if (isFilter) filters.push({ column, value });
      else before = before === undefined || value < before ? value : before;
    }
  }
  return { filters, ...(before && { before }) };
}

function checkValue(table: RestTable, column: string, value: string) {
  if (value.includes('\0')) throw new HttpError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00');
  if (table.ids?.includes(column) && !uuidShape.test(value)) {
    throw new HttpError(400, '22P02', `invalid input syntax for type uuid: "${value.slice(0, 200)}"`);
  }
}
