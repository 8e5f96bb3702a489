import { afterEach, expect, test, vi } from 'vitest';
import { assertReachable } from './content-failure.tsx';

const { signal } = new AbortController();

afterEach(() => void vi.unstubAllGlobals());

const check = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  return assertReachable('/api/files/1/view', signal);
};

test('a file that the server sends is reachable', async () => {
  expect(await check(async () => new Response(null))).toBe(true);
});

test.each([401, 403, 404, 500])('a refusal with status %i is an error', async (status) => {
  await expect(check(async () => new Response(null, { status }))).rejects.toMatchObject({ status });
});

test('no connection is an error with status 0', async () => {
  const fail = () => Promise.reject(new TypeError('network'));
  await expect(check(fail)).rejects.toMatchObject({ status: 0 });
});
