const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** The same for XML, without the characters that XML 1.0 cannot have (2.2). */
export const escapeXml = (text: string) =>
  escapeHtml(text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ''));
