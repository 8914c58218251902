import {
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestId, tracer } from './spans.ts';
import { readTraceparent, uncollected } from './traceparent.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The OpenTelemetry context that everything done for the request runs in. */
    trace: Context | null;
  }
}

/** Makes every request part of a trace: its caller's, or a new one. An operation is a span, named after it. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('trace', null);
  app.addHook('onRequest', (request, reply, done) => {
    const span = startSpan(request);
    request.trace = trace.setSpan(ROOT_CONTEXT.setValue(requestId, request.id), span);
    if (span.isRecording()) endWithAnswer(span, reply);
    context.with(request.trace, done);
  });
}

/** Runs something as part of a request's trace, from wherever it is called. */
export const inTrace = (request: FastifyRequest, work: () => void) => context.with(request.trace ?? ROOT_CONTEXT, work);

function startSpan({ headers, method, routeOptions: { config, url } }: FastifyRequest): Span {
  const parent = readTraceparent(headers.traceparent);
  if (!config.operation) return trace.wrapSpanContext({ ...(parent ?? uncollected()), traceFlags: TraceFlags.NONE });
  const from = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const attributes = { 'http.request.method': method, 'http.route': url ?? '' };
  const span = tracer.startSpan(config.operation, { kind: SpanKind.SERVER, attributes }, from);
  return isSpanContextValid(span.spanContext()) ? span : trace.wrapSpanContext(uncollected());
}

/** Ends the span with the answer, or when the caller disconnects earlier. */
function endWithAnswer(span: Span, reply: FastifyReply): void {
  const end = () => {
    if (!span.isRecording()) return;
    if (reply.raw.headersSent) span.setAttribute('http.response.status_code', reply.statusCode);
    else span.setAttribute('error.type', 'aborted');
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  reply.raw.once('finish', end).once('close', end);
}
