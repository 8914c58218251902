import { inSpan, isCollected } from './spans.ts';

/** Runs a statement as a span that is named after its verb and table; it never has the parameters. */
export function inStatement<T>(text: unknown, run: () => Promise<T>): Promise<T> {
  if (typeof text !== 'string' || !isCollected()) return run();
  const name = summarize(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  return inSpan({ name, kind: 'client', attributes }, run);
}

// `from` also stands in functions: `extract(epoch from now())`.
const table = /\b(?:(insert)\s+into|(update)|(delete)\s+from|from(?!\s+\w+\s*\())\s+([a-z_]\w*)/i;
const summaries = new Map<string, string>();

/** The first thing a statement does to a table, like `insert outbox`; without a table its first word, like `commit`. */
export function summarize(text: string): string {
  const known = summaries.get(text);
  if (known !== undefined) return known;
  const [, insert, update, remove, name] = table.exec(text) ?? [];
  const [first = 'query'] = /\w+/.exec(text) ?? [];
  const verb = insert ?? update ?? remove ?? 'select';
  const summary = (name === undefined ? first : `${verb} ${name}`).toLowerCase();
  if (summaries.size < 1000) summaries.set(text, summary);
  return summary;
}
