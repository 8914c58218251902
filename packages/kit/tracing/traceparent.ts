import { randomUUID } from 'node:crypto';
import { type SpanContext, TraceFlags } from '@opentelemetry/api';

const shape = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/**
 * The span that a `traceparent` of version 00 names (W3C Trace Context, 3.2.2); null for anything else, whatever its type.
 * OpenTelemetry's W3CTraceContextPropagator is not used: it writes an invalid header where the caller set flags that it does
 * not know, and accepts other versions and the first item of an array.
 */
export function readTraceparent(value: unknown): SpanContext | null {
  const [, traceId, spanId, flags = ''] = (typeof value === 'string' && shape.exec(value)) || [];
  if (!traceId || !spanId) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

/** Only the flag `sampled` is passed on; the others mean nothing to us. */
export const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;

/** A new trace that is not collected: its id connects the log lines of all processes. */
export function uncollected(): SpanContext {
  const traceId = randomUUID().replaceAll('-', '');
  return { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.NONE };
}

/**
 * The `traceparent` in an event's JSON (CloudEvents' extension for distributed tracing); undefined when it has none. Not
 * parsed for it: that took a fifth of what sending an event costs. What people wrote has no unescaped quotes there.
 */
export const traceparentIn = (text: string): unknown => /"traceparent":"([^"\\]*)"/.exec(text)?.[1];
