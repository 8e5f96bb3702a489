import { availableParallelism } from 'node:os';
import { createExtractionPool, type TextExtractor } from './extraction-pool.ts';

const MEGABYTE = 1024 * 1024;
/** Text beyond this (a novel has 1 MB) is cut. */
const MAX_TEXT_LENGTH = 20 * MEGABYTE;
const MAX_PROCESSES = 8;

/** Reads documents in child processes, so that a hostile one can neither stop nor fill the server. */
export function createTextExtractor(
  options: { processes?: number; timeoutMs?: number; memoryMb?: number; inflatedMb?: number } = {},
): TextExtractor {
  // All cores but one, for what people wait for; two at least, since one bad document may hold one for a minute, and not more
  // than memory has room for.
  const processes = options.processes ?? Math.min(MAX_PROCESSES, Math.max(2, availableParallelism() - 1));
  return createExtractionPool(new URL('./extraction-child.ts', import.meta.url), processes, {
    timeoutMs: options.timeoutMs ?? 60_000,
    memoryMb: options.memoryMb ?? 512,
    maxInflated: (options.inflatedMb ?? 300) * MEGABYTE,
    maxText: MAX_TEXT_LENGTH,
  });
}
