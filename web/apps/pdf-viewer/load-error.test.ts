import { expect, test } from 'vitest';
import { describeLoadError } from './load-error.ts';

const named = (name: string, rest: object = {}) => Object.assign(new Error('technical'), { name }, rest);
const answered = (status: number) => describeLoadError(named('ResponseException', { status }), '7');

test.each([
  [404, 'File not found'],
  [403, 'Access denied'],
  [500, 'Error loading file'],
  [429, 'Error loading file'],
  [401, 'Your session has ended. Please sign in again.'],
])('an answer of %i reads: %s', (status, sentence) => {
  expect(answered(status).message).toBe(sentence);
});

test('a protected file says so and offers no other view', () => {
  expect(describeLoadError(named('PasswordException', { code: 1 }), '7')).toEqual({
    message: 'This PDF is password-protected; download it to open it.',
  });
});

test.each([
  named('InvalidPDFException'),
  named('UnknownErrorException'),
  new TypeError('fetch'),
  'text',
  null,
])('any other failure is a failed load with a way on: %s', (error) => {
  expect(describeLoadError(error, '7')).toEqual({
    message: 'Failed to load PDF preview',
    link: { label: 'Try full view', href: '/file/7' },
  });
});

test('an ended session leads to the sign-in page', () => {
  expect(answered(401).link?.href).toBe('/auth');
});
