import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Caller {
  /** The whole answer. Anything but 200 is an error: no figure is made of refusals. */
  get(path: string): Promise<Buffer>;
  /** The address of the next page as the Link header names it, after the whole answer. */
  getPage(path: string): Promise<string | undefined>;
  /** Reads the whole answer and keeps none of it; resolves with its bytes. */
  drain(path: string): Promise<number>;
  close(): void;
}

/** One connection that is kept open, and one call at a time on it: what a single person's browser does. */
export function createCaller(origin: string, cookie = ''): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  async function send(path: string): Promise<IncomingMessage> {
    const call = request(`${origin}${path}`, { agent, headers: { cookie } }).end();
    const [answer]: IncomingMessage[] = await once(call, 'response');
    if (answer?.statusCode !== 200) throw new Error(`${path} answered ${answer?.statusCode}`);
    return answer;
  }

  return {
    get: async (path) => buffer(await send(path)),
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
