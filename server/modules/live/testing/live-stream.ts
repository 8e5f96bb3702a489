import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';
import type { LiveChange } from '#shared/contracts/live/live-updates.ts';

/** A client of `GET /api/events` over a real connection. */
export interface LiveStream {
  readonly message: IncomingMessage;
  /** Returns what was heard since `forget`, in order, as words: `folder 7`. */
  heard(): readonly string[];
  /** The number of events that it came in. */
  countEvents(): number;
  forget(): void;
  /** The time after which the server asks to reconnect. */
  retryMs(): number | undefined;
  hasEnded(): boolean;
  close(): void;
}

const toWords = (change: LiveChange): string =>
  'id' in change ? `${change.topic} ${change.id}` : change.topic;

/** Opens a stream and waits for its first event, after which nothing is missed. */
export async function openLiveStream(url: string, cookie: string | undefined): Promise<LiveStream> {
  const call = request(`${url}/api/events`, { agent: false, headers: { cookie: cookie ?? '' } });
  const [message]: IncomingMessage[] = await once(call.end(), 'response');
  if (!message) throw new Error('There is no answer');
  expect(message.statusCode).toBe(200);
  // Proxies pass events on, and store none.
  expect(message.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const changes: string[] = [];
  let [events, hasEnded] = [0, false];
  let retryMs: number | undefined;
  const parser = createParser({
    onEvent({ data }) {
      events += 1;
      changes.push(...JSON.parse(data).changes.map(toWords));
    },
    onRetry(ms) {
      retryMs = ms;
    },
  });
  message.setEncoding('utf8').on('data', (text: string) => parser.feed(text));
  message.once('close', () => {
    hasEnded = true;
  });
  message.on('error', () => {});
  const stream: LiveStream = {
    message,
    heard: () => changes,
    countEvents: () => events,
    forget() {
      changes.length = 0;
      events = 0;
    },
    retryMs: () => retryMs,
    hasEnded: () => hasEnded,
    close: () => message.destroy(),
  };
  await expect.poll(stream.heard).toContain('resync');
  return stream;
}
