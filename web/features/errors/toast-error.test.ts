import { afterEach, expect, test, vi } from 'vitest';
import { ReadableError } from '#web/lib/errors/readable-error.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { request } from '#web/lib/http/request.ts';
import { watchSucceededRequests } from '#web/lib/http/request-outcomes.ts';
import { dismissFailures, getToasts } from '#web/ui/feedback/toast.ts';
import { getErrorMessage, toastError } from './toast-error.ts';

afterEach(() => vi.unstubAllGlobals());

test('the server’s message is preferred to the fallback', () => {
  const refusal = new ApiError(409, 'This username is taken', { code: 'conflict' });
  expect(getErrorMessage(refusal, 'Could not create account')).toBe('This username is taken');
});

test('an unreachable server has its own message', () => {
  expect(getErrorMessage(new ApiError(0, 'Not reached'), 'Could not create account')).toBe('Not reached');
});

test('a response of a proxy falls back to the generic message', () => {
  expect(getErrorMessage(new ApiError(502, 'Bad Gateway'), 'Could not create account')).toBe(
    'Could not create account',
  );
  expect(getErrorMessage(new ApiError(502, 'Bad Gateway'))).toBe('Bad Gateway');
});

test('a message that is written for the user is shown', () => {
  expect(getErrorMessage(new ReadableError('No account has this address.'), 'Failed')).toBe(
    'No account has this address.',
  );
});

test('an unexpected error has a readable message', () => {
  expect(getErrorMessage(new TypeError('x is undefined'))).toBe('Something went wrong. Try again.');
});

const answer = (status: number) =>
  vi.stubGlobal('fetch', async () => Response.json({ error: 'Not now.', code: 'conflict' }, { status }));

const fail = async (url: string) => {
  answer(409);
  await request('POST', url).catch((error: Error) => toastError(url, error));
};

test('the toast of a failed action is dismissed once the same action succeeds, and no other', async () => {
  const stop = watchSucceededRequests(dismissFailures);
  await fail('/api/folders');
  await fail('/api/folders/7/leave');
  const opened = () => getToasts().flatMap(({ open, title }) => (open ? [title] : []));
  expect(opened()).toEqual(['/api/folders', '/api/folders/7/leave']);
  answer(200);
  await request('GET', '/api/folders');
  expect(opened()).toHaveLength(2);
  await request('POST', '/api/folders');
  expect(opened()).toEqual(['/api/folders/7/leave']);
  stop();
});
