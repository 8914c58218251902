/** What one field of a table says, and whether that is good or bad news. */
export interface Cell {
  text: string;
  good?: boolean;
  bad?: boolean;
}

export const text = (value: string): Cell => ({ text: value });
/** A dash for what is not known. */
export const told = <T>(value: T | null | undefined, write: (value: T) => string) =>
  text(value === null || value === undefined ? '–' : write(value));

/** A table that scrolls by itself where it is wider than the page; the keyboard reaches it too. */
export function table(heading: string, columns: readonly string[], rows: readonly Cell[][]): string {
  const head = columns.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map(
    ([first, ...cells]) => `<tr><th scope="row">${escapeHtml(first?.text ?? '')}</th>${cells.map(cell).join('')}</tr>`,
  );
  return `<div class="sheet" role="region" aria-labelledby="${heading}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

const cell = ({ text: words, good, bad }: Cell) =>
  `<td${good ? ' class="good"' : bad ? ' class="bad"' : ''}>${escapeHtml(words)}</td>`;

export const stamp = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A length of time, in its largest unit or two. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text made safe between tags and in quoted attributes. */
export const escapeHtml = (words: string) => words.replace(/[&<>"]/g, (character) => entities[character] ?? character);
