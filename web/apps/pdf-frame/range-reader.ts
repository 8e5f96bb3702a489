import {
  MAX_PENDING_RANGES,
  MAX_RANGE_BYTES,
  type RangeRequest,
} from '#web/lib/documents/pdf-frame/messages.ts';

/** Half of what the page allows, so that no retry exceeds it. */
const MAX_RUNNING = MAX_PENDING_RANGES / 2;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

export interface RangeReader {
  /** Reads the bytes from `begin` until before `end`, of any length; resolves once all have come. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Handles the answer to a request; without bytes, it is asked again later. */
  receive(id: number, bytes: ArrayBuffer | null): void;
}

/** Reads bytes in parts that the page around the frame allows, a few at a time, in the order of the requests. */
export function createRangeReader(ask: (request: RangeRequest) => void): RangeReader {
  const waiting: RangeRequest[] = [];
  const running = new Map<number, RangeRequest>();
  const arrivals = new Map<number, (bytes: ArrayBuffer) => void>();
  const delays = new Map<number, number>();
  let lastId = 0;

  const askNext = () => {
    while (running.size < MAX_RUNNING) {
      const request = waiting.shift();
      if (!request) return;
      running.set(request.id, request);
      ask(request);
    }
  };
  const readPart = (begin: number, end: number): Promise<ArrayBuffer> =>
    new Promise((resolve) => {
      lastId += 1;
      arrivals.set(lastId, resolve);
      waiting.push({ type: 'range', id: lastId, begin, end });
    });
  const askLater = (request: RangeRequest) => {
    const delay = delays.get(request.id) ?? FIRST_DELAY_MS;
    delays.set(request.id, Math.min(delay * 2, MAX_DELAY_MS));
    setTimeout(() => {
      waiting.push(request);
      askNext();
    }, delay);
  };

  return {
    async read(begin, end) {
      const bytes = new Uint8Array(end - begin);
      const parts: Promise<void>[] = [];
      for (let from = begin; from < end; from += MAX_RANGE_BYTES) {
        const part = readPart(from, Math.min(end, from + MAX_RANGE_BYTES));
        parts.push(part.then((received) => bytes.set(new Uint8Array(received), from - begin)));
      }
      askNext();
      await Promise.all(parts);
      return bytes;
    },
    receive(id, bytes) {
      const request = running.get(id);
      if (!request) return;
      running.delete(id);
      if (bytes?.byteLength === request.end - request.begin) {
        arrivals.get(id)?.(bytes);
        arrivals.delete(id);
        delays.delete(id);
      } else askLater(request);
      askNext();
    },
  };
}
