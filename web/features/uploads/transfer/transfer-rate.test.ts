import { expect, test } from 'vitest';
import { addSample, describeTransfer, type TransferSample } from './transfer-rate.ts';

const MB = 1024 ** 2;
const at = (seconds: number, megabytes: number): TransferSample => ({
  at: seconds * 1_000,
  sentBytes: megabytes * MB,
});
const collect = (samples: readonly TransferSample[]) => samples.reduce<TransferSample[]>(addSample, []);

test('a transfer says percent at once, and speed and time left when they are known', () => {
  expect(describeTransfer([], 100 * MB)).toBe('');
  expect(describeTransfer([at(0, 10)], 100 * MB)).toBe('10%');
  expect(describeTransfer(collect([at(0, 10), at(2, 14)]), 100 * MB)).toBe('14% · 2.0 MB/s · 43 s left');
  expect(describeTransfer(collect([at(0, 98), at(2, 99.5)]), 100 * MB)).toBe('99% · 768.0 KB/s');
});

test('the speed is that of the last seconds, and a removed upload starts the measurement again', () => {
  const samples = collect([at(0, 0), at(20, 20), at(24, 60)]);
  expect(describeTransfer(samples, 100 * MB)).toBe('60% · 10.0 MB/s · 4 s left');
  expect(addSample(samples, at(25, 5))).toEqual([at(25, 5)]);
});
