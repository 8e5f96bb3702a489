import { expect, test } from 'vitest';
import { parseReaderAction, parseReaderMessage } from './reader-messages.ts';

test('actions of the bar are read, and nothing else', () => {
  expect(parseReaderAction({ action: 'page', page: 4 })).toEqual({ action: 'page', page: 4 });
  expect(parseReaderAction({ action: 'zoom-in' })).toEqual({ action: 'zoom-in' });
  for (const other of [null, 'find', {}, { action: 'delete' }, { action: 'page', page: '4' }])
    expect(parseReaderAction(other)).toBeUndefined();
});

test('states and keys of the frame are read, and nothing else', () => {
  expect(parseReaderMessage({ key: ']' })).toEqual({ key: ']' });
  expect(parseReaderMessage({ state: { page: 1 } })).toEqual({ state: { page: 1 } });
  for (const other of [null, 'key', { key: 1 }, { state: 'rendered' }, { state: null }])
    expect(parseReaderMessage(other)).toBeUndefined();
});
