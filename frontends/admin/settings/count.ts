/** The whole number from 1 to `max` that somebody typed, or null for anything else. */
export function readCount(text: string, max: number): number | null {
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= max ? count : null;
}
