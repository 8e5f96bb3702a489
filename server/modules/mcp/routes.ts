import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/app/config.ts';
import { AppError } from '#server/app/errors.ts';
import type { CalledTool } from '#server/modules/audit/audit-refusals.ts';
import { TOKEN_SCOPES } from '#shared/policies/token-scopes.ts';
import { MCP_ENDPOINT } from './mcp-endpoint.ts';
import type { ToolHost } from './tool.ts';

/** A text file of 100,000 characters in JSON. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
const METADATA_PATH = '/.well-known/oauth-protected-resource';

type RefusalListener = (request: FastifyRequest, refusal: AppError, tool: CalledTool) => Promise<void>;

interface McpOptions {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly onRefusal: RefusalListener;
}

/** Registers the MCP server (streamable HTTP without sessions) and what tells clients how to authenticate. */
export function mcpRoutes(app: FastifyInstance, { config, onRefusal }: McpOptions): void {
  const metadataUrl = `${config.publicUrl}${METADATA_PATH}`;
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: MCP_ENDPOINT.path,
    exposeHeadRoute: false,
    bodyLimit: MAX_MESSAGE_BYTES,
    config: { endpoint: MCP_ENDPOINT },
    schema: { hide: true },
    onSend: async (_request, reply) => {
      if (reply.statusCode === 401)
        reply.header('www-authenticate', `Bearer resource_metadata="${metadataUrl}"`);
    },
    preHandler: async (request) => {
      assertProgram(request);
      assertOwnOrigin(request, config.publicUrl);
    },
    handler: (request, reply) => answer(request, reply, (refusal, tool) => onRefusal(request, refusal, tool)),
  });
  // RFC 9728. Tokens are created by their owners, so that no authorization server is named.
  const metadata = {
    resource: `${config.publicUrl}${MCP_ENDPOINT.path}`,
    resource_name: 'Muniment',
    bearer_methods_supported: ['header'],
    scopes_supported: TOKEN_SCOPES,
  };
  for (const url of [METADATA_PATH, `${METADATA_PATH}${MCP_ENDPOINT.path}`])
    app.get(url, { schema: { hide: true } }, async () => metadata);
}

/** Refuses sessions of browsers: a page must not act through the cookie of its user. */
function assertProgram({ ctx }: FastifyRequest): void {
  if (ctx.apiToken === undefined)
    throw new AppError('unauthenticated', 'Send the token in the Authorization header.');
}

/**
 * Refuses pages of other sites, also those whose host name was made to point here (DNS rebinding): the request guard compares
 * the origin with the host, which such a page chooses.
 */
function assertOwnOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  if (headers.origin !== undefined && headers.origin !== new URL(publicUrl).origin)
    throw new AppError('forbidden', 'This request comes from another site and was refused');
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  onRefusal: ToolHost['onRefusal'],
): Promise<FastifyReply> {
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  const host: ToolHost = { ctx: request.ctx, signal: leaving.signal, onRefusal };
  // The library takes 30 MB, and few installations use it.
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const { createServer } = await import('./create-server.ts');
  const handler = createMcpHandler(({ era }) => createServer(host, { mayElicit: era === 'modern' }), {
    // Nothing is announced: a stream of subscriptions would only keep a connection open.
    maxSubscriptions: 0,
  });
  const { status, headers, body } = await handler.fetch(toWebRequest(request, leaving.signal), {
    parsedBody: request.body,
  });
  for (const [name, value] of headers) reply.header(name, value);
  reply.code(status).header('cache-control', 'no-store');
  return reply.send(body === null ? undefined : Readable.fromWeb(body as never)); // the two libraries' types of streams differ
}

function toWebRequest({ method, headers, url, host }: FastifyRequest, signal: AbortSignal): Request {
  const names = Object.entries(headers).flatMap(([name, value]) =>
    // The token stays here: nothing beyond this point needs it.
    typeof value === 'string' && name !== 'authorization' && name !== 'cookie'
      ? [[name, value] as [string, string]]
      : [],
  );
  return new Request(new URL(url, `http://${host}`), { method, headers: names, signal });
}
