import { expect, test } from 'vitest';
import { describeLoadError } from './load-error.ts';

const createError = (name: string, rest: object = {}) =>
  Object.assign(new Error('technical'), { name }, rest);
const describeStatus = (status: number) =>
  describeLoadError(createError('ResponseException', { status }), '7');

test.each([
  [404, 'File not found'],
  [403, 'Access denied'],
  [500, 'Error loading file'],
  [429, 'Error loading file'],
  [401, 'Your session has ended. Please sign in again.'],
])('a response with status %i has the message: %s', (status, message) => {
  expect(describeStatus(status).message).toBe(message);
});

test('a password-protected file has a message and no link', () => {
  expect(describeLoadError(createError('PasswordException', { code: 1 }), '7')).toEqual({
    message: 'This PDF is password-protected; download it to open it.',
  });
});

test.each([
  createError('InvalidPDFException'),
  createError('UnknownErrorException'),
  new TypeError('fetch'),
  'text',
  null,
])('any other error is a failed preview with a link to the full view: %s', (error) => {
  expect(describeLoadError(error, '7')).toEqual({
    message: 'Failed to load PDF preview',
    link: { label: 'Try full view', href: '/file/7' },
  });
});

test('an ended session has a link to the sign-in page', () => {
  expect(describeStatus(401).link?.href).toBe('/auth');
});
