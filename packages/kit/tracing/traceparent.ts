import { randomUUID } from 'node:crypto';
import { type SpanContext, TraceFlags } from '@opentelemetry/api';

const shape = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** Where a `traceparent` says that we are (W3C Trace Context, 3.2.2); null for anything else, whoever sent it. */
export function readTraceparent(value: unknown): SpanContext | null {
  const [, traceId, spanId, flags = ''] = (typeof value === 'string' && shape.exec(value)) || [];
  if (!traceId || !spanId) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

export const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;

/** A trace that nobody collects: its id joins the log lines of all parts. */
export function uncollected(): SpanContext {
  const traceId = randomUUID().replaceAll('-', '');
  return { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.NONE };
}

/** The `traceparent` that an event's text carries (CloudEvents' extension for distributed tracing), if it is an event's. */
export function traceparentIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { traceparent?: unknown } | null)?.traceparent;
  } catch {
    return undefined;
  }
}
