/** The current trace and its spans. Without a collector no span is kept, and a trace is an id in the log. */
import {
  type Attributes,
  context,
  createContextKey,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { readTraceparent, writeTraceparent } from './traceparent.ts';

context.setGlobalContextManager(new AsyncLocalStorageContextManager());
export const tracer = trace.getTracer('tma');
/** Where a context has the id of the request that it belongs to. */
export const requestId = createContextKey('request id');

const kinds = { client: SpanKind.CLIENT, producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER } as const;

interface SpanPlan {
  name: string;
  /** Default: work inside this process. */
  kind?: keyof typeof kinds;
  /** Names, kinds and numbers only: never a user's text, an address, a token or a parameter of a query. */
  attributes?: Attributes;
  /** Other traces that the same work serves, as traceparents; they become links. */
  alsoFor?: readonly unknown[];
}

const active = () => trace.getActiveSpan()?.spanContext();

/** The current span's `traceparent`, to pass on; undefined outside any trace. */
export function traceparent(): string | undefined {
  const now = active();
  return now && writeTraceparent(now);
}

/** The same as a header for a request to another service. */
export function traceHeaders(): { traceparent?: string } {
  const value = traceparent();
  return value === undefined ? {} : { traceparent: value };
}

/** The ids of the trace and of the request, for a log line. */
export function traceOfLog(): { traceId?: string; reqId?: string } {
  const now = context.active();
  const span = trace.getSpanContext(now);
  if (!span) return {};
  const reqId = now.getValue(requestId);
  return { traceId: span.traceId, ...(typeof reqId === 'string' && { reqId }) };
}

/** Runs `work` as part of the trace that a `traceparent` names; outside any trace when it is malformed or missing. */
export function withTraceparent<T>(given: unknown, work: () => T): T {
  const parent = readTraceparent(given);
  return context.with(parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT, work);
}

/** Runs `work` as a span. Outside a trace that is collected, as in a timer's callback, it only runs it. */
export async function inSpan<T>(plan: SpanPlan, work: () => Promise<T>): Promise<T> {
  const span = startSpan(plan);
  if (!span) return work();
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** The same for work that serves several traces at once: a span in each. @param plans each with its trace's `traceparent`, `of` */
export async function inSpans<T>(plans: readonly (SpanPlan & { of: unknown })[], work: () => Promise<T>): Promise<T> {
  const spans = plans.flatMap((plan) => withTraceparent(plan.of, () => startSpan(plan)) ?? []);
  try {
    return await work();
  } catch (error) {
    for (const span of spans) markFailed(span, error);
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}

/** Whether the current trace's spans are kept. */
const isCollected = () => ((active()?.traceFlags ?? TraceFlags.NONE) & TraceFlags.SAMPLED) !== 0;

/** A span in the current trace, to be ended by the caller; null where none is kept. */
function startSpan({ name, kind, attributes, alsoFor = [] }: SpanPlan): Span | null {
  if (!isCollected()) return null;
  const links = alsoFor.flatMap((other): Link[] => {
    const linked = readTraceparent(other);
    return linked ? [{ context: linked }] : [];
  });
  return tracer.startSpan(name, { kind: kind && kinds[kind], attributes, links });
}

/** Marks a span with the kind of error. The message is left out: it may repeat a user's text. */
function markFailed(span: Span, error: unknown): void {
  const { code } = error as { code?: unknown };
  const usable = typeof code === 'string' && /^\w{2,40}$/.test(code);
  span.setAttribute('error.type', usable ? code : error instanceof Error ? error.constructor.name : 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs a statement as a span that is named after its verb and table; it never has the parameters. */
export function inStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (!isCollected()) return run();
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
