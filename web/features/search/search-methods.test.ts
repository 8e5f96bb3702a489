import { expect, test } from 'vitest';
import { getMethodNotice } from './search-methods.ts';

test('a search with the requested method has no notice', () => {
  expect(getMethodNotice('hybrid', { method: 'hybrid', fallback: false })).toBeUndefined();
});

test('automatic search has no notice about the method', () => {
  expect(getMethodNotice('auto', { method: 'keyword', fallback: false })).toBeUndefined();
});

test('a search with another method than requested has a notice', () => {
  expect(getMethodNotice('vector', { method: 'keyword', fallback: false })).toEqual({
    title: 'Search method adjusted',
    description: 'Searched by keyword instead of vector.',
    variant: 'info',
  });
});

test('a fallback has one notice of its own, also for automatic search', () => {
  for (const asked of ['auto', 'vector'] as const) {
    expect(getMethodNotice(asked, { method: 'keyword-fallback', fallback: true })).toEqual({
      title: 'Advanced search unavailable',
      description: 'Using basic search instead. Results may be less precise.',
      variant: 'warning',
    });
  }
});
