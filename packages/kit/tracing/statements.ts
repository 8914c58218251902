import type { Db } from '../db.ts';
import { inSpan, isCollected } from './spans.ts';

type Query = (...given: unknown[]) => unknown;

/** Lets each statement be a span, of a pool or of a connection of it, with what it does and to which table: never its parameters. */
export function traceStatements(db: Db): void {
  const query = db.query.bind(db) as Query;
  db.query = ((...given) => {
    const [text] = given;
    // A pool asks its connections with a callback; that statement is a span already.
    const traced = isCollected() && typeof text === 'string' && typeof given.at(-1) !== 'function';
    if (!traced) return query(...given);
    return inStatement(text, () => query(...given) as Promise<unknown>);
  }) satisfies Query as Db['query'];
}

const inStatement = (text: string, work: () => Promise<unknown>) => {
  const name = summarize(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  return inSpan({ name, kind: 'client', attributes }, work);
};

// `from` also stands in functions: `extract(epoch from now())`.
const table = /\b(?:(insert)\s+into|(update)|(delete)\s+from|from(?!\s+\w+\s*\())\s+([a-z_]\w*)/i;
const known = new Map<string, string>();

/** The first thing a statement does to a table, as `insert outbox`; without a table its first word, as `commit`. */
export function summarize(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const [, insert, update, remove, name] = table.exec(text) ?? [];
  const [first = 'query'] = /\w+/.exec(text) ?? [];
  const verb = insert ?? update ?? remove ?? 'select';
  const summary = (name === undefined ? first : `${verb} ${name}`).toLowerCase();
  if (known.size < 1000) known.set(text, summary);
  return summary;
}
