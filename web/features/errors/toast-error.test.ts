import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/http/api-error.ts';
import { getErrorMessage } from './toast-error.ts';

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

test('an unexpected error has a readable message', () => {
  expect(getErrorMessage(new TypeError('x is undefined'))).toBe('Something went wrong. Try again.');
});
