import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import type { BodyOf, Endpoint, HeadersOf, ParamsOf, QueryOf, ResultOf } from '#shared/contracts/endpoint.ts';
import { compressAnswer } from './compress-answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Context;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export interface Input<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  headers: HeadersOf<E>;
}

/** The raw request and reply, for the few calls that stream, or set a cookie or a Link header. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

type HandlerResult<E extends Endpoint> = E['result'] extends 'bytes'
  ? FastifyReply
  : E['result'] extends 'headers'
    ? Readonly<Record<string, string>>
    : ResultOf<E>;

/** Connects a contract to its use case, and validates input and output against the contract. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (ctx: Context, input: Input<E>, exchange: Exchange) => Promise<HandlerResult<E>>,
): void {
  const status = endpoint.status ?? 200;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Only HEAD routes that a contract names are documented: Fastify adds one beside each GET.
    config: { endpoint, swagger: { exposeHeadRoute: endpoint.method === 'HEAD' } },
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.headers && { headers: endpoint.headers }),
      ...(typeof endpoint.result === 'object' && { response: { [status]: endpoint.result } }),
    },
    ...(endpoint.isCompressed && { onSend: compressAnswer }),
    handler: async (request, reply) => {
      const { params, query, body, headers } = request;
      // The validator has just made these four the contract's own output.
      const input = { params, query, body, headers } as Input<E>;
      const answer = await handle(request.ctx, input, { request, reply });
      if (endpoint.result === 'bytes') return reply;
      // True by its type, which the compiler cannot follow through a generic contract.
      if (endpoint.result === 'headers')
        return reply
          .code(status)
          .headers(answer as Record<string, string>)
          .send();
      return reply.code(status).send(answer);
    },
  });
}
