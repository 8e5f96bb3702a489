import { availableParallelism } from 'node:os';
import { createExtractionPool, type TextExtractor } from './extraction-pool.ts';

const MEGABYTE = 1024 * 1024;
/** Text beyond this (a novel has 1 MB) is cut. */
const MAX_TEXT = 20 * MEGABYTE;

/** Reads documents in child processes, so that a hostile one can neither stop nor fill the server. */
export function createTextExtractor(
  options: { processes?: number; timeoutMs?: number; memoryMb?: number; inflatedMb?: number } = {},
): TextExtractor {
  // Half of the cores: extraction is a background job, and people wait for the other half.
  const processes = options.processes ?? Math.max(1, Math.floor(availableParallelism() / 2));
  return createExtractionPool(new URL('./extraction-child.ts', import.meta.url), processes, {
    timeoutMs: options.timeoutMs ?? 60_000,
    memoryMb: options.memoryMb ?? 512,
    maxInflated: (options.inflatedMb ?? 300) * MEGABYTE,
    maxText: MAX_TEXT,
  });
}
