import { formatDuration, formatSize } from '#shared/domain/format.ts';

/** Bytes sent by an instant in milliseconds. */
export interface TransferSample {
  readonly at: number;
  readonly sentBytes: number;
}

/** The speed is that of the last seconds: since the beginning would lag behind, of the last step would jump. */
const WINDOW_MS = 8_000;
/** Below this the speed is a guess. */
const MIN_MEASURED_MS = 1_500;

/** Adds a sample and leaves out those that are too old to count. A total that shrinks, as after a removal, starts again. */
export function addSample(samples: readonly TransferSample[], sample: TransferSample): TransferSample[] {
  const last = samples.at(-1);
  if (last && sample.sentBytes < last.sentBytes) return [sample];
  return [...samples.filter(({ at }) => at >= sample.at - WINDOW_MS), sample];
}

/** Describes a transfer: `42% · 3.2 MB/s · 1 min 5 s left`; without speed and time until they are known. */
export function describeTransfer(samples: readonly TransferSample[], totalBytes: number): string {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || totalBytes <= 0) return '';
  const percent = `${Math.min(100, Math.floor((last.sentBytes / totalBytes) * 100))}%`;
  const ms = last.at - first.at;
  const bytesPerMs = ms < MIN_MEASURED_MS ? 0 : (last.sentBytes - first.sentBytes) / ms;
  if (bytesPerMs <= 0) return percent;
  const speed = `${formatSize(Math.round(bytesPerMs * 1_000))}/s`;
  const left = (totalBytes - last.sentBytes) / bytesPerMs;
  return left < 1_000 ? `${percent} · ${speed}` : `${percent} · ${speed} · ${formatDuration(left)} left`;
}
