import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DayChart } from './day-chart.tsx';

const DAYS = [{ day: '2026-11-27', views: 3, viewers: 1, ms: 1_000 }];

const barsFrom = (firstDay?: string): number =>
  renderToStaticMarkup(<DayChart days={DAYS} {...(firstDay !== undefined && { firstDay })} />).match(
    /title="Nov \d+: \d+ views/g,
  )?.length ?? 0;

test('a short chart is filled with days without views, but not with days that are not counted', () => {
  expect(barsFrom()).toBe(14);
  expect(barsFrom('2026-11-22')).toBe(6);
  expect(barsFrom('2026-11-27')).toBe(1);
});
