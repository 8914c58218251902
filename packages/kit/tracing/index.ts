/** One trace from the caller's request to the mail that comes of it: OpenTelemetry, with W3C `traceparent` between parts. */
import type { Logger } from 'pino';

export { inTrace, traceRequests } from './requests.ts';
export {
  type Call,
  inSpan,
  inSpans,
  startCall,
  traceHeaders,
  traceOfLog,
  traceparent,
  withTraceparent,
} from './spans.ts';
export { inStatement } from './statements.ts';
export { traceparentIn } from './traceparent.ts';

/**
 * Collects spans where `OTEL_EXPORTER_OTLP_ENDPOINT` says so. Without it the parts that do are not even loaded (20 MB).
 * @returns what is called last, when the process ends
 */
export async function startTracing(
  name: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: { OTEL_EXPORTER_OTLP_ENDPOINT?: string },
  log: Logger,
): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {};
  const { collect } = await import('./collect.ts');
  return collect(name, endpoint, log);
}
