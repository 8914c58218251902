/** One trace from the caller's request to the mail that results: OpenTelemetry, with W3C `traceparent` between processes. */
import type { Logger } from 'pino';

export { inTrace, traceRequests } from './requests.ts';
export {
  inSpan,
  inSpans,
  inStatement,
  traceHeaders,
  traceOfLog,
  traceparent,
  withTraceparent,
} from './spans.ts';
export { traceparentIn } from './traceparent.ts';

/**
 * Sends spans to the collector at `OTEL_EXPORTER_OTLP_ENDPOINT`. Without one, the exporter is not even loaded (20 MB).
 * @returns a function that sends the last spans, to be called when the process ends
 */
export async function startTracing(
  name: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: { OTEL_EXPORTER_OTLP_ENDPOINT?: string },
  log: Logger,
): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {};
  const { startCollecting } = await import('./collect.ts');
  return startCollecting(name, endpoint, log);
}
