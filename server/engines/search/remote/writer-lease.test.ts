import { expect, onTestFinished, test, vi } from 'vitest';
import { type SearchServer, SearchServerError } from './search-server.ts';
import { WriterLease } from './writer-lease.ts';

/** Keeps the state of the lease as the server does: a change must name the version that it follows. */
function createServer(): SearchServer {
  let state: { _seq_no: number; _source: unknown } | undefined;
  return {
    async find() {
      return state && { ...state, _primary_term: 1 };
    },
    async send(_method, path, body) {
      const expected = new URL(path, 'http://localhost').searchParams.get('if_seq_no');
      if ((expected === null) !== (state === undefined) || (state && Number(expected) !== state._seq_no))
        throw new SearchServerError('conflict', 409);
      state = { _seq_no: (state?._seq_no ?? 0) + 1, _source: body };
      return { _seq_no: state._seq_no, _primary_term: 1 };
    },
    close() {},
  };
}

function useFakeTime() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test('a node takes over when the writer has recorded nothing for 15 seconds, with higher versions', async () => {
  useFakeTime();
  const server = createServer();
  const [first, second] = [new WriterLease(server, 'index', 'a'), new WriterLease(server, 'index', 'b')];
  expect([await first.claim(), await second.claim()]).toEqual([true, false]);
  const version = first.nextVersion();
  await vi.advanceTimersByTimeAsync(14_000);
  expect(await second.claim()).toBe(false);
  await first.setPosition(5);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(await second.claim()).toBe(false);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await second.claim()).toBe(true);
  expect(second.nextVersion()).toBeGreaterThan(version + 1_000_000);
  expect(await second.readPosition()).toBe(5);
  await expect(first.setPosition(9)).rejects.toThrow('Another node');
  expect(await second.readPosition()).toBe(5);
});

test('a writer keeps the lease during a change that takes minutes', async () => {
  useFakeTime();
  const server = createServer();
  const [first, second] = [new WriterLease(server, 'index', 'a'), new WriterLease(server, 'index', 'b')];
  await first.claim();
  const change = first.renewDuring(() => new Promise((resolve) => setTimeout(resolve, 120_000)));
  const claims: boolean[] = [];
  for (let seconds = 0; seconds < 120; seconds += 4) {
    claims.push(await second.claim());
    await vi.advanceTimersByTimeAsync(4_000);
  }
  await change;
  expect(claims).not.toContain(true);
  await first.setPosition(1);
  expect(await second.readPosition()).toBe(1);
});

test('of two nodes that claim a new index at once, one writes', async () => {
  const server = createServer();
  const leases = ['a', 'b', 'c'].map((name) => new WriterLease(server, 'index', name));
  const claims = await Promise.all(leases.map((lease) => lease.claim()));
  expect(claims.filter(Boolean)).toHaveLength(1);
});
