/** Tables of the operator page, and how times are written there and by `npm run status`. */
import { escapeHtml } from '@tma/kit/html';

/** The text of one field, and whether it is good or bad news. */
interface Cell {
  text: string;
  tone?: 'good' | 'bad' | false;
}

/** A column: its title, and its cell in a row. The first column names the row. */
export type Column<T> = readonly [title: string, cell: (row: T) => Cell];

/** A value as text; a dash where it is not known. @param isBad whether the value is bad news */
export const cell = <T>(
  value: T | null | undefined,
  write: (value: T) => string = String,
  isBad: (value: T) => boolean = () => false,
): Cell =>
  value === null || value === undefined ? { text: '–' } : { text: write(value), tone: isBad(value) && 'bad' };

/** A table that scrolls by itself where it is wider than the page, by keyboard too. @param heading id of its heading */
export function table<T>(heading: string, columns: readonly Column<T>[], rows: readonly T[]): string {
  const head = columns.map(([title]) => `<th scope="col">${title}</th>`).join('');
  const body = rows.map((row) => {
    const [first, ...others] = columns.map(([, read]) => read(row));
    return `<tr><th scope="row">${escapeHtml(first?.text ?? '')}</th>${others.map(field).join('')}</tr>`;
  });
  return `<div class="sheet" role="region" aria-labelledby="${heading}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

const field = ({ text, tone }: Cell) => `<td${tone ? ` class="${tone}"` : ''}>${escapeHtml(text)}</td>`;

/** A moment to the second, like `2026-03-05 09:30:00 UTC`. */
export const moment = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A length of time in its largest unit or two, like `2 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`;
}

/** How long ago a moment was. */
export const ago = (at: Date, now: Date) => duration((now.getTime() - at.getTime()) / 1000);
