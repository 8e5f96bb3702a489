import type { Outcome, RequestLog } from './request-log.ts';

interface Answer {
  readonly outcome: Outcome;
  readonly status: number;
  readonly body: Buffer;
  readonly cookie: string | undefined;
}

export interface ClusterClient {
  /** Sends one request to the next node; `expected` are the statuses that are right. Never rejects. */
  send(what: string, path: string, init?: RequestInit & { expected?: readonly number[] }): Promise<Answer>;
  /** Sends the same to every node. */
  sendToAll(what: string, path: string, init?: { expected?: readonly number[] }): Promise<Answer[]>;
  setCookie(cookie: string): void;
}

interface ClusterClientOptions {
  readonly origins: () => readonly string[];
  readonly log: RequestLog;
}

/** A connection was refused: nothing was sent, so another node can be asked, as deploy/nginx/cluster.conf does. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  (JSON.stringify(error.cause, ['code', 'errors'])?.includes('ECONNREFUSED') ?? false);

let turn = 0;

/** Creates a client that takes turns over the nodes, without sticky sessions. */
export function createClusterClient({ origins, log }: ClusterClientOptions): ClusterClient {
  const headers = new Headers();

  async function sendTo(origin: string, path: string, init: RequestInit): Promise<Response> {
    const merged = new Headers(headers);
    for (const [name, value] of new Headers(init.headers)) merged.set(name, value);
    return fetch(origin + path, { ...init, headers: merged });
  }

  async function sendToOneOf(nodes: readonly string[], path: string, init: RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      turn += 1;
      try {
        return await sendTo(String(nodes[turn % nodes.length]), path, init);
      } catch (error) {
        if (attempt >= nodes.length || !isRefused(error)) throw error;
      }
    }
  }

  async function ask(
    what: string,
    nodes: readonly string[],
    path: string,
    { expected = [200], ...init }: RequestInit & { expected?: readonly number[] },
  ): Promise<Answer> {
    const startedAt = Date.now();
    let answer: Answer = { outcome: 'cut', status: 0, body: Buffer.alloc(0), cookie: undefined };
    let refusal = 'no answer';
    try {
      const response = await sendToOneOf(nodes, path, init);
      const body = Buffer.from(await response.arrayBuffer());
      const { status } = response;
      const outcome = expected.includes(status) ? 'answered' : status === 503 ? 'unavailable' : 'wrong';
      const cookie = response.headers.get('set-cookie')?.split(';')[0];
      answer = { outcome, status, body, cookie };
      refusal = `${status} ${body.toString('utf8', 0, 120)}`;
    } catch (error) {
      // A node that is down has refused nothing to anybody; others answer.
      if (nodes.length === 1 && isRefused(error)) return answer;
    }
    log.record({
      startedAt,
      endedAt: Date.now(),
      outcome: answer.outcome,
      what: `${new Date(startedAt).toISOString()} ${what}: ${refusal}`,
    });
    return answer;
  }

  return {
    send: (what, path, init = {}) => ask(what, origins(), path, init),
    sendToAll: (what, path, init = {}) =>
      Promise.all(origins().map((origin) => ask(what, [origin], path, init))),
    setCookie: (cookie) => headers.set('cookie', cookie),
  };
}

export const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
