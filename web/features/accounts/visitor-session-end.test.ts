import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { dismissToast, getToasts } from '#web/ui/feedback/toast.ts';
import { watchVisitEnd } from './visitor-session-end.ts';

const END = '2026-03-01T12:00:00.000Z';
const LATER = '2026-03-02T12:00:00.000Z';
const MINUTE = 60_000;

let calls: string[] = [];

/** Makes the server answer each call with the status of a visit, or of none. */
function answerWith(visit: { expiresAt: string } | { isVisitor: false; nothingVisible: true } | null): void {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${url}`);
    return Response.json(visit ? { isVisitor: true, ...visit } : { isVisitor: false });
  });
}

/** Watches the end of a visit, a minute before it by the clock of this device. */
function watchEnd() {
  const client = createQueryClient();
  client.setQueryData(['visitor-session'], { isVisitor: true, expiresAt: END });
  client.setQueryData(['folders', 'tree'], [{ id: 5, name: 'Shared' }]);
  return { client, stop: watchVisitEnd(client, END) };
}

const openToasts = () => getToasts().flatMap(({ open, title }) => (open ? [title] : []));

beforeEach(() => {
  for (const { id } of getToasts()) dismissToast(id);
  calls = [];
  vi.useFakeTimers({ now: Date.parse(END) - MINUTE });
});

afterEach(() => {
  // Other test files share the list.
  for (const { id } of getToasts()) dismissToast(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a visit that the server has ended ends on the page, with one message', async () => {
  answerWith(null);
  const { client } = watchEnd();
  await vi.advanceTimersByTimeAsync(MINUTE - 1);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(['visitor-session'])).toBeNull();
  expect(client.getQueryData(['folders', 'tree'])).toBeUndefined();
  expect(openToasts()).toEqual(['Visitor access expired']);
});

test('a visit whose end was moved goes on until the new end', async () => {
  answerWith({ expiresAt: LATER });
  const { client } = watchEnd();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(calls).toEqual(['GET /api/visitor/status']);
  expect(client.getQueryData(['visitor-session'])).toMatchObject({ expiresAt: LATER });
  expect(openToasts()).toEqual([]);
});

test('a device whose clock is ahead asks again from time to time', async () => {
  answerWith({ expiresAt: END });
  const { client, stop } = watchEnd();
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(calls).toHaveLength(3);
  expect(client.getQueryData(['folders', 'tree'])).toBeDefined();
  answerWith(null);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(openToasts()).toEqual(['Visitor access expired']);
  stop();
});

test('a visit goes on while the server does not answer', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  const { client, stop } = watchEnd();
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(client.getQueryData(['folders', 'tree'])).toBeDefined();
  answerWith(null);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(openToasts()).toEqual(['Visitor access expired']);
  stop();
});

test('a visit that has nothing to show at its end says that, and not that it expired', async () => {
  answerWith({ isVisitor: false, nothingVisible: true });
  const { client } = watchEnd();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(client.getQueryData(['visitor-session'])).toBeNull();
  expect(openToasts()).toEqual(['Nothing is open to you at the moment']);
});
