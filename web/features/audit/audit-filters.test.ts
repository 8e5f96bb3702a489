import { afterEach, expect, test, vi } from 'vitest';
import { EMPTY_FILTERS, toAuditQuery } from './audit-filters.tsx';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the last day ends with the next one, also when clocks change on it', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const endOf = (to: string) => toAuditQuery({ ...EMPTY_FILTERS, to })['to'];
  expect(endOf('2026-06-01')).toBe('2026-06-01T22:00:00.000Z');
  expect(endOf('2026-10-25')).toBe('2026-10-25T23:00:00.000Z');
  expect(endOf('2026-03-29')).toBe('2026-03-29T22:00:00.000Z');
});

test('a date whose year has more than four digits filters nothing', () => {
  expect(toAuditQuery({ ...EMPTY_FILTERS, from: '20266-01-01', to: '20266-01-01' })).toEqual({});
});
