import { Alias, Document, isAlias, isCollection, isPair, isScalar, visit } from 'yaml';

/** Collections that are no longer than this are written in a line, as those by hand are. */
const longestLine = 80;

/** A value as YAML. What is `undefined` is left out; an anchor may be defined outside of this text. */
export function toYaml(value: unknown): string {
  const document = new Document(value, { merge: true, aliasDuplicateObjects: false });
  visit(document, {
    Collection(key, node) {
      // What is outermost is put among lines of a file.
      if (key === null || lengthOf(node) > longestLine) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: 0, verifyAliasOrder: false });
}

/** The length of a node in a line, without quotes. */
function lengthOf(node: unknown): number {
  if (isAlias(node)) return node.source.length + 1;
  if (isScalar(node)) return String(node.value).length;
  if (isPair(node)) return lengthOf(node.key) + lengthOf(node.value) + 2;
  return isCollection(node) ? node.items.reduce((sum: number, item) => sum + lengthOf(item) + 2, 2) : 0;
}

/** `<<: *anchor`, the first entry of a mapping that takes over another one. */
export const merged = (anchor: string) => ({ '<<': new Alias(anchor) });
