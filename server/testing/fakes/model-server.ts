import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

interface ModelRequest {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into requests whose shape is what they test
  body: any;
}

export type ModelReply = (response: ServerResponse, asked: ModelRequest) => void;

export interface TestModelServer {
  /** The value for AI_BASE_URL. */
  baseUrl: string;
  host: string;
  /** All requests so far, oldest first. */
  requests: ModelRequest[];
  /** Sets the replies in order; the last one is repeated. */
  setReplies(...replies: ModelReply[]): void;
  stop(): Promise<void>;
}

/** Starts an OpenAI-compatible server on loopback that gives the replies of the test. */
export async function startModelServer(...first: ModelReply[]): Promise<TestModelServer> {
  const asked: ModelRequest[] = [];
  let replies = first;
  const server = createServer((request, response) => {
    json(request).then(
      (body) => {
        const { url: path, headers } = request;
        const [reply] = replies;
        if (replies.length > 1) replies = replies.slice(1);
        asked.push({ path, headers, body });
        reply?.(response, { path, headers, body });
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    baseUrl: `http://${host}/v1`,
    host,
    requests: asked,
    setReplies(...following) {
      replies = following;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const replyStatus =
  (status: number, headers: Record<string, string> = {}): ModelReply =>
  (response) =>
    response.writeHead(status, headers).end('{"error":{"message":"You asked: the secret question"}}');

export const replyJson =
  (value: unknown): ModelReply =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
