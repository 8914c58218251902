const most = 80;

/** A text for a card: whole up to 80 characters, else its first 80 and `...`. Counts characters, not UTF-16 units. */
export function preview(text: string): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}...`;
}
