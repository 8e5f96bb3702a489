import { afterEach, expect, test, vi } from 'vitest';
import { fetchVisitorSession } from './visitor-session.ts';

const answer = (status: number) =>
  vi.stubGlobal('fetch', async () => Response.json({ error: 'Not now.', code: 'conflict' }, { status }));
const find = () => fetchVisitorSession(new AbortController().signal);

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([401, 403])('status %s means that there is no visitor session', async (status) => {
  answer(status);
  expect(await find()).toBeNull();
});

test('any other failure leaves the visitor session unknown', async () => {
  answer(500);
  await expect(find()).rejects.toThrow('Failed to check visitor status: 500');
});
