/** The name that a `Content-Disposition` (RFC 6266) gives a file: `filename*` before `filename`; null where it has none. */
export function fileNameOf(disposition: string | null): string | null {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? '') ?? [];
  try {
    if (encoded) return decodeURIComponent(encoded);
  } catch {
    // Not encoded as it says: the plain one is left.
  }
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '') ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? null;
}
