import { expect, test } from 'vitest';
import { ocrWidthOf } from './ocr-width.ts';

test.for([
  ['a sheet of A4 in points is drawn at 300 dpi', { width: 595, height: 842 }, true, 2479],
  ['a plan has at most 10,000 pixels a side', { width: 1684, height: 4000 }, true, 4210],
  ['a scan keeps its size', { width: 4000, height: 3000 }, false, 4000],
  ['a small image is enlarged', { width: 1000, height: 500 }, false, 2000],
  ['a strip is scaled down', { width: 1000, height: 40_000 }, false, 250],
  ['a wide strip is scaled down', { width: 40_000, height: 1000 }, false, 10_000],
] as const)('%s', ([, size, isInPoints, expected]) => {
  expect(ocrWidthOf(size, isInPoints)).toBe(expected);
});
