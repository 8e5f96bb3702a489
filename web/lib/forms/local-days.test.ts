import { afterEach, expect, test, vi } from 'vitest';
import { toDay, toEnd, toStart } from './local-days.ts';

afterEach(() => vi.unstubAllEnvs());

test.each(['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland'])(
  'the day that is chosen is the one that the field shows again in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    expect(toDay(toStart('2026-12-05') ?? '')).toBe('2026-12-05');
    expect(toDay(toEnd('2026-12-05') ?? '')).toBe('2026-12-05');
  },
);

test('a blank field is no instant', () => {
  expect([toStart(''), toEnd('')]).toEqual([null, null]);
});
