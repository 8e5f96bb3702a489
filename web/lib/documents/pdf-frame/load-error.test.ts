import { expect, test } from 'vitest';
import { describeLoadError } from './load-error.ts';

test.each([
  [404, 'File not found'],
  [403, 'Access denied'],
  [500, 'Error loading file'],
  [429, 'Error loading file'],
  [412, 'This document was changed while it was open.'],
  [401, 'Your session has ended. Sign in again.'],
])('a response with status %i has the message: %s', (status, message) => {
  expect(describeLoadError({ status }, 7).message).toBe(message);
});

test('a password-protected file has a message and no link', () => {
  expect(describeLoadError('protected', 7)).toEqual({
    message: 'This PDF is password-protected; download it to open it.',
  });
});

test.each(['damaged' as const, { status: undefined }, { status: 416 }])(
  'any other failure is a failed preview with a link to the full view: %j',
  (failure) => {
    expect(describeLoadError(failure, 7)).toEqual({
      message: 'Failed to load PDF preview',
      link: { label: 'Try full view', href: '/file/7' },
    });
  },
);

test('a file that was replaced has a link to its current version', () => {
  expect(describeLoadError({ status: 412 }, 7).link?.href).toBe('/file/7');
});

test('an ended session has a link to the sign-in page', () => {
  expect(describeLoadError({ status: 401 }, 7).link?.href).toBe('/auth');
});

test('code that could not be loaded is no failure of the file, and can be tried again', () => {
  expect(describeLoadError('not-loaded', 7)).toEqual({
    message: 'The viewer could not be loaded. Check your connection, or reload the page.',
    link: { label: 'Try Again', href: '/file/7' },
  });
});
