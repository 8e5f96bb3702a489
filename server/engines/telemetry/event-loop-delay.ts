import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** Each value covers the last one to two windows, however often and by whom it is read. */
const WINDOW_MS = 60_000;
/** The interval at which the delay is sampled; the histogram of Node.js counts it as part of the delay. */
const RESOLUTION_MS = 10;

interface Delay {
  readonly p99: number;
  readonly max: number;
}

/**
 * Adds how late the event loop ran timers lately, which every request waits for. The library's own metrics begin anew at each
 * read, so that a second reader would hide the longest delay from the first.
 */
export function addEventLoopDelay(registry: Registry): void {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let previous: Delay = { p99: 0, max: 0 };
  setInterval(() => {
    previous = readDelay(histogram);
    histogram.reset();
  }, WINDOW_MS).unref();
  const add = (name: string, help: string, value: keyof Delay): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(Math.max(previous[value], readDelay(histogram)[value]));
      },
    });
  };
  add(
    'event_loop_delay_p99_seconds',
    'Delay of the event loop in the last minute or two, 99th percentile',
    'p99',
  );
  add('event_loop_delay_max_seconds', 'Longest delay of the event loop in the last minute or two', 'max');
}

function readDelay(histogram: ReturnType<typeof monitorEventLoopDelay>): Delay {
  if (histogram.count === 0) return { p99: 0, max: 0 };
  const toDelay = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS) / 1_000;
  return { p99: toDelay(histogram.percentile(99)), max: toDelay(histogram.max) };
}
