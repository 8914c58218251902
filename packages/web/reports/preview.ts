const previewLength = 80;

/** A text for a card: whole up to 80 characters, else its first 80 and `...`. Counts characters, not UTF-16 units. */
export function preview(text: string, length: number = previewLength): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}...`;
}
