import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface HttpClient {
  /** The whole answer. Anything but 200 is an error: no figure is made of refusals. */
  get(path: string): Promise<Buffer>;
  /** Sends JSON and reads the whole answer, which must be 200 as well. */
  post(path: string, body: object): Promise<Buffer>;
  /** The address of the next page as the Link header names it, after the whole answer. */
  getPage(path: string): Promise<string | undefined>;
  /** Reads the whole answer and keeps none of it; resolves with its bytes. */
  drain(path: string): Promise<number>;
  close(): void;
}

/** One connection that is kept open, and one call at a time on it: what a single person's browser does. */
export function createHttpClient(origin: string, cookie = ''): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  async function send(path: string, body?: object): Promise<IncomingMessage> {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
    const call = request(`${origin}${path}`, { method: body ? 'POST' : 'GET', agent, headers });
    call.end(body && JSON.stringify(body));
    const [answer]: IncomingMessage[] = await once(call, 'response');
    if (answer?.statusCode !== 200) throw new Error(`${path} answered ${answer?.statusCode}`);
    return answer;
  }

  return {
    get: async (path) => buffer(await send(path)),
    post: async (path, body) => buffer(await send(path, body)),
    async getPage(path) {
      const answer = await send(path);
      await buffer(answer);
      return /<(.+)>; rel="next"/.exec(String(answer.headers['link']))?.[1];
    },
    async drain(path) {
      let bytes = 0;
      for await (const chunk of await send(path)) bytes += chunk.length;
      return bytes;
    },
    close: () => agent.destroy(),
  };
}
