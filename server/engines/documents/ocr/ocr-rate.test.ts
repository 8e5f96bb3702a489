import { expect, test } from 'vitest';
import { OcrRate } from './ocr-rate.ts';

test('the rate is that of the last ten minutes', () => {
  const rate = new OcrRate();
  expect(rate.perMinute(0)).toBeNull();
  for (let second = 0; second <= 300; second += 10) rate.count(second * 1_000);
  expect(rate.perMinute(300_000)).toBe(6.2);
  expect(rate.perMinute(600_000)).toBe(3.1);
  expect(rate.perMinute(1_000_000)).toBeNull();
});

test('the first page is not extrapolated', () => {
  const rate = new OcrRate();
  rate.count(0);
  expect(rate.perMinute(2_000)).toBe(1);
});
