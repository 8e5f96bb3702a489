import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type OpenSpan, runInSpan, type Tracer } from '#server/engines/telemetry/tracing.ts';

/** Matches the ids that proxies generate: UUIDs, ULIDs, hexadecimal numbers. */
const REQUEST_ID = /^[\w-]{8,64}$/;

type IncomingRequest = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Returns whether a request comes from one of the proxies of TRUST_PROXY, whose headers count. */
export function createProxyCheck(trustProxy: string | undefined): (request: IncomingRequest) => boolean {
  if (trustProxy === undefined) return () => false;
  const isProxy = proxyAddress.compile(trustProxy.split(',').map((entry) => entry.trim()));
  return ({ socket }) => socket.remoteAddress !== undefined && isProxy(socket.remoteAddress, 0);
}

/** Returns the id of a request in the log and in `X-Request-Id`: that of a trusted proxy, or a new one. */
export function createRequestIds(isFromProxy: (request: IncomingRequest) => boolean) {
  return (request: IncomingRequest): string => {
    const given = request.headers['x-request-id'];
    return typeof given === 'string' && REQUEST_ID.test(given) && isFromProxy(request) ? given : randomUUID();
  };
}

/** Answers each request with its id, by which an operator finds its log lines. */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}

const MAX_RESPONSE_LISTENERS = 20;

/**
 * Makes each call of the API a span, named after its route; queries and jobs follow within it. It has no URL, no header and no
 * address. A trusted proxy can name the trace that it continues.
 */
export function traceRequests(
  app: FastifyInstance,
  tracer: Tracer,
  isFromProxy: (request: IncomingRequest) => boolean,
): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) return done();
    const { method, raw, id } = request;
    const { traceparent } = request.headers;
    const span = tracer.begin(`${method} ${endpoint.path}`, {
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': endpoint.path, 'muniment.request.id': id },
      parent: typeof traceparent === 'string' && isFromProxy(raw) ? traceparent : undefined,
    });
    spans.set(request, span);
    const end = (): void => {
      const status = reply.raw.statusCode;
      const failure = status >= 500 ? String(status) : undefined;
      span.end({ attributes: { 'http.response.status_code': status }, failure });
    };
    // These two add listeners: a streamed response then has more layers than Node expects on one object.
    reply.raw.setMaxListeners(MAX_RESPONSE_LISTENERS);
    reply.raw.once('finish', end);
    // Emitted when a connection broke.
    reply.raw.once('close', end);
    runInSpan(span, done);
  });
  const reenter = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    const span = spans.get(request);
    if (span) runInSpan(span, done);
    else done();
  };
  // A body arrives, and an answer ends, in events of the connection, which are not part of the span.
  app.addHook('preValidation', reenter);
  app.addHook('onResponse', reenter);
}
