import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface HttpClient {
  /** Reads the whole response. Any status but 200 is an error, so that no figure measures rejections. */
  get(path: string): Promise<Buffer>;
  /** Sends JSON and reads the whole response, whose status must be 200. */
  post(path: string, body: object): Promise<Buffer>;
  /** Reads the whole response and returns the next page from its Link header. */
  getPage(path: string): Promise<string | undefined>;
  /** Reads and discards the whole response; returns its size in bytes. */
  drain(path: string): Promise<number>;
  close(): void;
}

/** Creates a client that sends one request at a time over one keep-alive connection. */
export function createHttpClient(origin: string, cookie = ''): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  async function send(path: string, body?: object): Promise<IncomingMessage> {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
    const outgoing = request(`${origin}${path}`, { method: body ? 'POST' : 'GET', agent, headers });
    outgoing.end(body && JSON.stringify(body));
    const [response]: IncomingMessage[] = await once(outgoing, 'response');
    if (response?.statusCode !== 200) throw new Error(`${path} returned ${response?.statusCode}`);
    return response;
  }

  return {
    get: async (path) => buffer(await send(path)),
    post: async (path, body) => buffer(await send(path, body)),
    async getPage(path) {
      const response = await send(path);
      await buffer(response);
      return /<(.+)>; rel="next"/.exec(String(response.headers['link']))?.[1];
    },
    async drain(path) {
      let bytes = 0;
      for await (const chunk of await send(path)) bytes += chunk.length;
      return bytes;
    },
    close: () => agent.destroy(),
  };
}
