import { expect, test } from 'vitest';
import { parseFrameMessage } from './frame-messages.ts';

test.each([
  [{ state: 'ready', extra: 1 }, { state: 'ready' }],
  [
    { state: 'rendered', isQuoteFound: 'yes' },
    { state: 'rendered', isQuoteFound: false },
  ],
  [
    { state: 'failed', failure: 'damaged' },
    { state: 'failed', failure: 'damaged' },
  ],
  [
    { state: 'failed', failure: 'not-loaded' },
    { state: 'failed', failure: 'not-loaded' },
  ],
  [{ state: 'failed', failure: '<b>' }, undefined],
  [{ state: 'active' }, { state: 'active' }],
  [{ state: 'other' }, undefined],
  ['ready', undefined],
  [null, undefined],
])('the frame message %j is parsed as %j', (data, message) => {
  expect(parseFrameMessage(data)).toEqual(message);
});
