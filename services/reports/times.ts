/** The moment a UUIDv7 was made, to the millisecond (RFC 9562, 5.7). */
export const timeOfId = (id: string) => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

/** The calendar day of a moment in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, moment: Date) =>
  // Sweden writes days as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
