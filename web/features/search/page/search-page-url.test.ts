import { expect, test } from 'vitest';
import {
  buildSearchPagePath,
  countFilters,
  parseSearchPage,
  type SearchPageState,
  toRequestFilters,
} from './search-page-url.ts';

const STATE: SearchPageState = {
  query: 'Who pays & when? 100 % äö',
  method: 'keyword',
  folderId: 7,
  kind: 'spreadsheet',
  owner: 'others',
  period: 'custom',
  from: '2026-01-31',
  to: '2026-02-28',
};
const parse = (path: string) => parseSearchPage(path.slice(path.indexOf('?')));

test('the question and all filters survive the way through the URL', () => {
  expect(parse(buildSearchPagePath(STATE))).toEqual(STATE);
  expect(buildSearchPagePath({})).toBe('/search');
  expect(countFilters(STATE)).toBe(4);
  expect(countFilters(parse('/search?q=rent&method=vector'))).toBe(0);
});

test('invalid values in a URL are ignored', () => {
  const state = parse('/search?q=rent&folder=-1&type=exe&owner=7&date=toString&from=2026-99-99&to=tomorrow');
  expect(state).toEqual({ query: 'rent', method: 'auto' });
  expect(toRequestFilters(state, 0)).toEqual({});
});

test('dates of another period than a custom one are dropped', () => {
  expect(buildSearchPagePath({ ...STATE, period: 'week' })).not.toContain('2026');
});

test('a period counts back from now, and a custom one includes both of its dates', () => {
  const now = Date.UTC(2026, 10, 23);
  const week = toRequestFilters({ query: 'rent', method: 'auto', period: 'week' }, now);
  expect(week).toEqual({ uploadedFrom: '2026-11-16T00:00:00.000Z' });
  const { uploadedFrom = '', uploadedBefore = '' } = toRequestFilters({ ...STATE, to: STATE.from }, now);
  expect(new Date(uploadedFrom).getHours()).toBe(0);
  expect(Date.parse(uploadedBefore) - Date.parse(uploadedFrom)).toBe(86_400_000);
});
