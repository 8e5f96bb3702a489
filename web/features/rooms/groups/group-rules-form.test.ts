import { expect, test } from 'vitest';
import { rulesOf } from './group-rules-form.tsx';

test('the request names only the rules that were edited', () => {
  expect(rulesOf({ addressRanges: '192.0.2.0/24, 203.0.113.7' })).toEqual({
    addressRanges: ['192.0.2.0/24', '203.0.113.7'],
  });
  expect(rulesOf({ domains: ' ', watermarkId: '' })).toEqual({ domains: null, watermarkId: null });
  expect(rulesOf({ requiresSecondFactor: false, watermarkId: '7' })).toEqual({
    requiresSecondFactor: false,
    watermarkId: 7,
  });
});
