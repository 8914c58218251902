/** The trace that runs now, and its spans. Without a collector no span is kept, and the trace is an id in the log. */
import {
  type Attributes,
  context,
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

const kinds = { client: SpanKind.CLIENT, producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER } as const;

interface SpanPlan {
  name: string;
  /** Where it is more than something done here: a call, an event made or sent, an event taken in. */
  kind?: keyof typeof kinds;
  /** Names, kinds and numbers only: never what somebody wrote, an address, a token or a parameter of a query. */
  attributes?: Attributes;
  /** Other traces that the same work serves, as traceparents. */
  alsoFor?: readonly unknown[];
}

const active = () => trace.getActiveSpan()?.spanContext();

/** The `traceparent` of what runs now, to be handed on; undefined outside any trace. */
export function traceparent(): string | undefined {
  const now = active();
  return now && writeTraceparent(now);
}

/** The same as a header. */
export function traceHeaders(): { traceparent?: string } {
  const value = traceparent();
  return value === undefined ? {} : { traceparent: value };
}

/** What a log line says of the trace it belongs to. */
export function traceOfLog(): { traceId?: string } {
  const now = active();
  return now ? { traceId: now.traceId } : {};
}

/** Does `work` as a part of the trace that a `traceparent` from elsewhere names; what is none is as good as nothing. */
export function withTraceparent<T>(given: unknown, work: () => T): T {
  const parent = readTraceparent(given);
  return context.with(parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT, work);
}

/** Does `work` as a span. Outside a trace that is collected, as in what a timer does, it is only done. */
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

/** The same for work that serves several traces at once: a span in each of them. */
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

/** Whether what runs now is part of a trace whose spans are kept. */
export const isCollected = () => ((active()?.traceFlags ?? TraceFlags.NONE) & TraceFlags.SAMPLED) !== 0;

/** A span of what runs now, to be ended by the caller; null where none is kept. */
function startSpan({ name, kind, attributes, alsoFor = [] }: SpanPlan): Span | null {
  if (!isCollected()) return null;
  const links = alsoFor.flatMap((other): Link[] => {
    const linked = readTraceparent(other);
    return linked ? [{ context: linked }] : [];
  });
  return tracer.startSpan(name, { kind: kind && kinds[kind], attributes, links });
}

/** A call to another part, for where it has no end that can be awaited. */
export interface Call {
  /** What the other part is told. */
  headers: { traceparent?: string };
  /** The first end counts. */
  end(error?: unknown): void;
}

export function startCall(name: string): Call {
  const span = startSpan({ name, kind: 'client' });
  if (!span) return { headers: traceHeaders(), end: () => {} };
  return {
    headers: { traceparent: writeTraceparent(span.spanContext()) },
    end(error) {
      if (!span.isRecording()) return;
      if (error !== undefined) markFailed(span, error);
      span.end();
    },
  };
}

/** Says what kind of error it was. Its message stays out: it may repeat what somebody wrote. */
function markFailed(span: Span, error: unknown): void {
  const { code } = error as { code?: unknown };
  const known = typeof code === 'string' && /^\w{2,40}$/.test(code);
  span.setAttribute('error.type', known ? code : error instanceof Error ? error.constructor.name : 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
}
