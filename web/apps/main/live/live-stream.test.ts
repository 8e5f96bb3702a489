import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLiveStream } from './live-stream.ts';

const MINUTE_MS = 60_000;

/** The window as far as the stream looks at it. */
class TestDocument extends EventTarget {
  hidden = false;
}

let page: TestDocument;
let end: () => void;
/** Answers the requests for events. */
const fetch = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  page = new TestDocument();
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', fetch);
  fetch.mockReset();
});

afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const EVENT = new TextEncoder().encode('data: {"changes":[]}\n\n');

/** A response whose connection stays open until `close`. */
function openResponse() {
  let close = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(EVENT);
      close = () => controller.close();
    },
  });
  return { response: new Response(body), close: () => close() };
}

const refuse = async () => new Response('{}', { status: 503 });

async function start(): Promise<void> {
  end = openLiveStream({ onChanges: vi.fn(), onError: vi.fn() });
  await vi.advanceTimersByTimeAsync(0);
}

test('a stream that ends is asked for again after a delay, without any use of the tab', async () => {
  const first = openResponse();
  fetch.mockResolvedValueOnce(first.response).mockImplementation(async () => openResponse().response);
  await start();
  first.close();
  await vi.advanceTimersByTimeAsync(400);
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('while the server refuses, attempts get rarer and no use of the tab adds one', async () => {
  fetch.mockImplementation(refuse);
  await start();
  for (let second = 0; second < 60; second += 1) {
    page.dispatchEvent(new Event('pointermove'));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(fetch.mock.calls.length).toBeGreaterThan(3);
  expect(fetch.mock.calls.length).toBeLessThan(9);
});

test.each([401, 403])('a refusal with status %i is final', async (status) => {
  fetch.mockImplementation(async () => new Response('{}', { status }));
  await start();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(fetch).toHaveBeenCalledOnce();
});

test('a tab that is hidden disconnects, and connects when it is seen again', async () => {
  fetch.mockImplementation(async () => openResponse().response);
  await start();
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(fetch).toHaveBeenCalledOnce();
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.each([
  ['whose connections end', async () => new Response('data: {"changes":[]}\n\n')],
  ['whose server refuses', refuse],
])('a tab %s stops asking when nobody uses it, until somebody does', async (_, answer) => {
  fetch.mockImplementation(answer);
  await start();
  await vi.advanceTimersByTimeAsync(31 * MINUTE_MS);
  const asked = fetch.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect(fetch).toHaveBeenCalledTimes(asked);
  page.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledTimes(asked + 1);
});
