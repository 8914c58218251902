/**
 * Fills the regions of a file: the lines between `# <name>: written by npm run manifests` and `# end of <name>` (in Markdown
 * between `<!-- … -->`), indented as the first of these. Throws when the regions in the text are not exactly those given.
 */
export function fillRegions(file: string, text: string, regions: Readonly<Record<string, string>>): string {
  const filled = new Set<string>();
  const result = text.replaceAll(
    /^( *)((?:#|<!--) (\S+): written by npm run manifests.*)\n(?:.*\n)*? *((?:#|<!--) end of \3\b.*)\n/gm,
    (_whole, indent: string, first: string, name: string, last: string) => {
      const content = regions[name];
      if (content === undefined) throw new Error(`${file}: nothing writes the region ${name}.`);
      filled.add(name);
      const lines = [first, ...content.trim().split('\n'), last];
      return lines.map((line) => `${line && indent}${line}\n`).join('');
    },
  );
  const missing = Object.keys(regions).filter((name) => !filled.has(name));
  if (missing.length > 0) throw new Error(`${file} has no region ${missing.join(', ')}.`);
  return result;
}
