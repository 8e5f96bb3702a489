import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/http/api-error.ts';
import { getErrorMessage } from './toast-error.ts';

test('what the server says goes before what the screen would say', () => {
  const refusal = new ApiError(409, 'This username is taken', { code: 'conflict' });
  expect(getErrorMessage(refusal, 'Could not create account')).toBe('This username is taken');
});

test('a server that can’t be reached is called that', () => {
  expect(getErrorMessage(new ApiError(0, 'Not reached'), 'Could not create account')).toBe('Not reached');
});

test('what stands before the server has nothing to say', () => {
  expect(getErrorMessage(new ApiError(502, 'Bad Gateway'), 'Could not create account')).toBe(
    'Could not create account',
  );
  expect(getErrorMessage(new ApiError(502, 'Bad Gateway'))).toBe('Bad Gateway');
});

test('a fault of our own is no riddle', () => {
  expect(getErrorMessage(new TypeError('x is undefined'))).toBe('Something went wrong. Please try again.');
});
