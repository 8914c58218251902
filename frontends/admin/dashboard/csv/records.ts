/** Reading CSV (RFC 4180) as it arrives, record by record: what is not needed is never held. */
import { textOfCell } from '@tma/contracts/csv';

/**
 * The records of a text that comes in parts, each by the names of the first one. Line breaks are CRLF or LF, also within
 * quotes; a record of fewer fields has empty ones. What a spreadsheet would take for a formula has a `'` in front in a CSV; here it does not.
 */
export async function* recordsOf(parts: AsyncIterable<string>): AsyncGenerator<ReadonlyMap<string, string>> {
  let names: readonly string[] | null = null;
  for await (const fields of rowsOf(parts)) {
    if (names === null) {
      names = fields.map((name, index) => (index === 0 ? name.replace('\ufeff', '') : name));
      continue;
    }
    yield new Map(names.map((name, index) => [name, textOfCell(fields[index] ?? '')]));
  }
}

async function* rowsOf(parts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let row: string[] = [];
  let field = '';
  let quoted = false;
  /** The character before was a quote within quotes: it ends them, or is the first of two that mean one. */
  let atQuote = false;
  for await (const part of parts) {
    for (const sign of part) {
      if (quoted && !atQuote) {
        if (sign === '"') atQuote = true;
        else field += sign;
      } else if (sign === '"') {
        if (atQuote) field += sign;
        quoted = true;
        atQuote = false;
      } else {
        quoted = false;
        atQuote = false;
        if (sign === ',' || sign === '\n') {
          row.push(field.replace(/\r$/, ''));
          field = '';
          if (sign === '\n') {
            yield row;
            row = [];
          }
        } else field += sign;
      }
    }
  }
  if (field !== '' || row.length > 0) yield [...row, field];
}
