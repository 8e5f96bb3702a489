import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from '#shared/contracts/endpoint.ts';

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
}

/** The raw exchange, for the few calls that stream, set a cookie or a Link header. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answer<E extends Endpoint> = E['result'] extends 'bytes' ? FastifyReply : ResultOf<E>;

/** Connects a contract to its use case: what goes in and comes out is held to the contract on the way. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (ctx: Context, input: Input<E>, exchange: Exchange) => Promise<Answer<E>>,
): void {
  const status = endpoint.status ?? 200;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.result !== 'bytes' && { response: { [status]: endpoint.result } }),
    },
    handler: async (request, reply) => {
      const { params, query, body } = request;
      // The validator has just made these three the contract's own output.
      const answer = await handle(request.ctx, { params, query, body } as Input<E>, { request, reply });
      if (endpoint.result === 'bytes') return reply;
      return reply.code(status).send(answer);
    },
  });
}
