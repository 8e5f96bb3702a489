import { expect, test } from 'vitest';
import { parseFrameMessage } from './frame-messages.ts';

test.each([
  [{ state: 'listening', extra: 1 }, { state: 'listening' }],
  [
    { state: 'shown', isQuoteFound: 'yes' },
    { state: 'shown', isQuoteFound: false },
  ],
  [
    { state: 'failed', failure: 'damaged' },
    { state: 'failed', failure: 'damaged' },
  ],
  [{ state: 'failed', failure: '<b>' }, undefined],
  [{ state: 'used' }, { state: 'used' }],
  [{ state: 'other' }, undefined],
  ['listening', undefined],
  [null, undefined],
])('of what a frame says, %j is read as %j', (data, report) => {
  expect(parseFrameMessage(data)).toEqual(report);
});
