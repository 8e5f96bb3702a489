import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { BodyOf, Endpoint, HeadersOf, ParamsOf, QueryOf, ResultOf } from '#shared/contracts/endpoint.ts';
import { MAX_LIST_LENGTH } from '#shared/domain/limits.ts';
import { LIST_TOO_LONG } from '#shared/domain/messages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Context;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    findRefusalPage?: FindRefusalPage | undefined;
  }
}

/** Returns the address of the page that explains a refusal to a person, or `undefined` to answer with the error. */
export type FindRefusalPage = (request: FastifyRequest, refusal: AppError) => string | undefined;

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

/**
 * Connects a contract to its use case, and validates input and output against the contract. Calls that a browser opens as a page
 * lead to another one when they are refused.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (ctx: Context, input: Input<E>, exchange: Exchange) => Promise<HandlerResult<E>>,
  findRefusalPage?: FindRefusalPage,
): void {
  const status = endpoint.status ?? 200;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Only HEAD routes that a contract names are documented: Fastify adds one beside each GET.
    ...(endpoint.largeBody && { bodyLimit: endpoint.largeBody.maxBytes }),
    config: { endpoint, findRefusalPage, swagger: { exposeHeadRoute: endpoint.method === 'HEAD' } },
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.headers && { headers: endpoint.headers }),
      ...(typeof endpoint.result === 'object' && {
        response: { [status]: endpoint.result, ...(endpoint.canBeAccepted && { 202: endpoint.result }) },
      }),
    },
    ...(endpoint.isCompressed && { onSend: compressAnswer }),
    preValidation: async (request) => {
      const { body } = request;
      assertMediaType(request, endpoint);
      if (hasLongList(body)) throw new AppError('too-large', endpoint.largeBody?.refusal ?? LIST_TOO_LONG);
    },
    handler: async (request, reply) => {
      const { params, query, body, headers } = request;
      const input = { params, query, body, headers } as Input<E>; // the validator's output
      const answer = await handle(request.ctx, input, { request, reply });
      if (endpoint.result === 'bytes') return reply;
      if (endpoint.result === 'headers')
        return reply
          .code(status)
          .headers(answer as Record<string, string>) // by the type of a generic contract
          .send();
      return reply.code(endpoint.canBeAccepted && reply.statusCode === 202 ? 202 : status).send(answer);
    },
  });
}

export const SEND_JSON = 'Send JSON with Content-Type: application/json';

/** Refuses texts and forms where JSON is expected, which Fastify would parse. An empty body of such a type is none. */
function assertMediaType(request: FastifyRequest, { body, multipart, takesSheet }: Endpoint): void {
  const { headers } = request;
  // Only the parser of plain text leaves a text for such a header. Handlers of forms refuse other bodies themselves.
  const isText = typeof request.body === 'string' && /^\s*text\/plain/i.test(headers['content-type'] ?? '');
  // Without the plugin of forms, Fastify refuses them itself.
  const mayBeForm = request.server.hasRequestDecorator('isMultipart') && headers['content-length'] !== '0';
  const isForm = mayBeForm && request.isMultipart();
  const refusesText = isText && request.body !== '' && (body !== undefined || !multipart);
  if (refusesText || (isForm && !multipart && !takesSheet)) throw new AppError('unsupported-type', SEND_JSON);
}

const hasLongList = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.values(body).some((value) => Array.isArray(value) && value.length > MAX_LIST_LENGTH);

/** A shorter answer fits in two packets anyway. */
const MIN_COMPRESSED_LENGTH = 2_048;

const ENCODINGS = ['zstd', 'gzip'] as const;

/**
 * Level 1: higher ones take longer for few bytes less. A list of 1,000 files, 273 KB, takes
 * 0.24 ms with zstd and 0.47 ms with gzip, less than a thread costs.
 */
const COMPRESSORS = {
  zstd: (json: string) => zstdCompressSync(json, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  gzip: (json: string) => gzipSync(json, { level: 1 }),
};

/** Parses an Accept-Encoding header; a weight of 0 refuses an encoding. */
function acceptedEncodings(header: string): Set<string> {
  const accepted = header.split(',').flatMap((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return new Set(accepted);
}

/**
 * Compresses a JSON answer as the client accepts it. Only for calls whose answers contain no secret: the length of a
 * compressed answer tells how much of it repeats, which reveals a secret to somebody who can put text beside it (BREACH).
 */
async function compressAnswer(request: FastifyRequest, reply: FastifyReply, json: unknown): Promise<unknown> {
  // Refusals repeat what the request named.
  if (reply.statusCode !== 200) return json;
  reply.header('vary', 'accept-encoding');
  if (typeof json !== 'string' || json.length < MIN_COMPRESSED_LENGTH) return json;
  const accepted = acceptedEncodings(request.headers['accept-encoding'] ?? '');
  const encoding = ENCODINGS.find((name) => accepted.has(name));
  // Encoded here, because Node.js takes longer to write a long string than the bytes of it.
  if (!encoding) return Buffer.from(json);
  reply.header('content-encoding', encoding);
  return COMPRESSORS[encoding](json);
}
