import { hostname } from 'node:os';
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { pause } from '../pause.ts';

/** Milliseconds between two exports, for one export, and for the last one when the process ends. */
const everyMs = 1000;
const sendMs = 5000;
const lastMs = 1000;

/**
 * Sends spans to a collector in the background: at most 2048 wait, more are dropped.
 * The exporter itself reads `OTEL_EXPORTER_OTLP_HEADERS` and its other variables.
 * @param name of the process
 * @param endpoint of the collector (OTLP over HTTP), without `/v1/traces`
 * @returns a function that sends the last spans, in a second at most
 */
export function startCollecting(name: string, endpoint: string, log: Logger): () => Promise<void> {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = loggingExporter(new OTLPTraceExporter({ url, timeoutMillis: sendMs }), log);
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

/** Logs once that the collector does not accept spans, and once that it does again. */
function loggingExporter(exporter: SpanExporter, log: Logger): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !failing)
          log.warn({ reason: result.error?.message }, 'traces are dropped: the collector does not take them');
        if (!failed && failing) log.info('traces are collected again');
        failing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
