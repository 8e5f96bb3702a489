import type { Browser } from '@playwright/test';
import type { Figure } from '../harness/figures.ts';
import { openPage } from './open-page.ts';

/** Slows the processor of a fast machine to that of a phone, by the same factor as Lighthouse. */
const SLOWDOWN = 4;
/** A single load depends on what else the machine does. */
const RUNS = 5;

/**
 * Returns the sum of all layout shifts so far. As text, since the observer's type is not among Node's; it reports nothing if
 * there were none.
 */
export const READ_LAYOUT_SHIFT = `new Promise((resolve) => {
  setTimeout(resolve, 500, 0);
  new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    .observe({ type: 'layout-shift', buffered: true });
})`;

/** Records the largest contentful paint, and the part of each task over 50 ms after the first paint, as Lighthouse counts it. */
const OBSERVE_PAINT = `
globalThis.paintTimes = { largestPaintMs: 0, blockingMs: 0 };
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) paintTimes.largestPaintMs = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => {
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
  for (const { startTime, duration } of list.getEntries())
    if (startTime + duration > firstPaint) paintTimes.blockingMs += Math.max(0, duration - 50);
}).observe({ type: 'longtask', buffered: true });`;

interface PaintTimes {
  largestPaintMs: number;
  blockingMs: number;
}

/** Measures the largest contentful paint and the total blocking time on a slow processor, the median of several loads. */
export async function measureOnSlowProcessor(
  browser: Browser,
  name: string,
  url: string,
  headers: Record<string, string>,
): Promise<Figure[]> {
  const runs: PaintTimes[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const page = await openPage(browser, headers);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(OBSERVE_PAINT);
    await page.goto(url, { waitUntil: 'networkidle' });
    runs.push(await page.evaluate<PaintTimes>('paintTimes'));
    await page.close();
  }
  const medianOf = (field: keyof PaintTimes) =>
    runs.map((run) => run[field]).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
  const paint = medianOf('largestPaintMs') / 1000;
  return [
    { name: `${name}, slow processor: largest paint`, value: paint, unit: 's', target: { atMost: 1.2 } },
    {
      name: `${name}, slow processor: blocked`,
      value: medianOf('blockingMs'),
      unit: 'ms',
      target: { atMost: 100 },
    },
  ];
}
