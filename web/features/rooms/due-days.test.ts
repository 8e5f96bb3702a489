import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each(['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland'])(
  'the due day that is chosen is the one that is shown in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    vi.resetModules();
    const { dueAtOf, dueDayOf, formatDueDay } = await import('./due-days.ts');
    const dueAt = dueAtOf('2026-12-05') ?? '';
    expect(dueDayOf(dueAt)).toBe('2026-12-05');
    expect(formatDueDay(dueAt)).toBe('Dec 5, 2026');
  },
);

test('a blank field is no due date', async () => {
  const { dueAtOf, dueDayOf } = await import('./due-days.ts');
  expect(dueAtOf('')).toBeNull();
  expect(dueDayOf(null)).toBe('');
});
