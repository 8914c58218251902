import { json } from 'node:stream/consumers';
import { startHttpServer } from '@tma/kit/testing/http-server';

/** A span as it was received, with the name of the process that sent it. */
interface Span {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string; spanId: string }[];
}

interface Traces {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<Span, 'service'>[] }[];
  }[];
}

export interface Collector {
  url: string;
  spans: readonly Span[];
  /** From now on requests get no answer. */
  hang(): void;
  stop(): Promise<void>;
}

/** A collector of traces (OTLP over HTTP, as JSON) that keeps every span. */
export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  let hanging = false;
  const server = await startHttpServer(async (request, answer) => {
    if (hanging) return;
    const { resourceSpans } = (await json(request)) as Traces;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))));
    }
    answer.setHeader('content-type', 'application/json').end('{}');
  });
  return {
    ...server,
    spans,
    hang() {
      hanging = true;
    },
  };
}

/** The path to each span from the root of its trace: `gateway: createReport > gateway: forward createReport`. */
export function pathsOf(trace: readonly Span[]): string[] {
  const byId = new Map(trace.map((span) => [span.spanId, span]));
  const pathTo = ({ service, name, parentSpanId = '' }: Span): string => {
    const parent = byId.get(parentSpanId);
    return `${parent ? `${pathTo(parent)} > ` : ''}${service}: ${name}`;
  };
  return trace.map(pathTo);
}
