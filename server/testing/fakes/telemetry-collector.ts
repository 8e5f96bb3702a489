import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }),
});
const exportedSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
});
const traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(exportedSpan) })) })),
});

export type ExportedSpan = z.output<typeof exportedSpan>;

export interface TelemetryCollector {
  readonly url: string;
  /** The requests as they came: the first line, the headers and the body. */
  readonly requests: { readonly url: string; readonly authorization: string; readonly body: string }[];
  spans(): ExportedSpan[];
  /** Answers what was not answered, and from now on everything. */
  answer(): void;
}

/** Starts a collector that speaks OTLP as JSON; one that hangs accepts requests and answers none. */
export async function startTelemetryCollector({ hangs = false } = {}): Promise<TelemetryCollector> {
  const requests: TelemetryCollector['requests'] = [];
  const answerable = Promise.withResolvers<void>();
  if (!hangs) answerable.resolve();
  async function answerExport(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    requests.push({ url, authorization: String(headers.authorization), body: await text(request) });
    await answerable.promise;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }
  const server = createServer((request, response) => void answerExport(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // of a TCP server
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    spans: () =>
      requests
        .filter(({ url }) => url === '/v1/traces')
        .flatMap(({ body }) => traces.parse(JSON.parse(body)).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    answer: () => answerable.resolve(),
  };
}
