import { expect, test } from 'vitest';
import { getMethodNotice } from './search-methods.ts';

test('a search done as asked needs no notice', () => {
  expect(getMethodNotice('hybrid', { method: 'hybrid', fallback: false })).toBeUndefined();
});

test('auto leaves the method to the server', () => {
  expect(getMethodNotice('auto', { method: 'keyword', fallback: false })).toBeUndefined();
});

test('another method than asked is told', () => {
  expect(getMethodNotice('vector', { method: 'keyword', fallback: false })).toEqual({
    title: 'Search method adjusted',
    description: 'Searched by keyword instead of vector.',
    variant: 'info',
  });
});

test('a fallback is told once, in its own words, also for auto', () => {
  for (const asked of ['auto', 'vector'] as const) {
    expect(getMethodNotice(asked, { method: 'keyword-fallback', fallback: true })).toEqual({
      title: 'Advanced search unavailable',
      description: 'Using basic search instead. Results may be less precise.',
      variant: 'warning',
    });
  }
});
