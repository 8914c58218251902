import { hostname } from 'node:os';
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { pause } from '../pause.ts';

/** Milliseconds between two sendings, for one sending, and for the last ones when the process ends. */
const everyMs = 1000;
const sendMs = 5000;
const lastMs = 1000;

/**
 * Sends spans to a collector: at most 2048 wait, what is more is dropped, and nobody waits for any of it.
 * `OTEL_EXPORTER_OTLP_HEADERS` and the exporter's other variables are read by it. @returns what sends the last ones
 */
export function collect(name: string, endpoint: string, log: Logger): () => Promise<void> {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = saying(new OTLPTraceExporter({ url, timeoutMillis: sendMs }), log);
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': name,
        'service.namespace': 'tma',
        'service.instance.id': `${hostname()}/${process.pid}`,
      }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: everyMs, exportTimeoutMillis: 2 * sendMs }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  return async () => {
    const sent = provider
      .shutdown()
      .catch((error: Error) => log.debug({ err: error }, 'the last spans were not taken'));
    await Promise.race([sent, pause(lastMs)]);
  };
}

/** Says once that the collector takes nothing, and once that it does again. */
function saying(exporter: SpanExporter, log: Logger): SpanExporter {
  let away = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !away)
          log.warn({ reason: result.error?.message }, 'traces are dropped: the collector does not take them');
        if (!failed && away) log.info('traces are collected again');
        away = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
