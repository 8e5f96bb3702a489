import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isZoomValue, parseFrameMessage, parsePageMessage, parseWindowMessage } from './messages.ts';

const STATE = {
  type: 'state',
  page: 3,
  count: 12,
  zoom: '125 %',
  zoomValue: 'page-width',
  canZoomIn: true,
  canZoomOut: true,
  areThumbnailsShown: false,
  isFinding: false,
};

describe('messages of the frame', () => {
  test.each([
    { type: 'range', id: 1, begin: 0, end: 10 },
    STATE,
    { type: 'key', key: ']' },
    { type: 'active' },
    { type: 'failed', failure: 'protected' },
    { type: 'failed', failure: 'not-loaded' },
  ])('%j is accepted', (message) => {
    expect(parseFrameMessage(message)).toEqual(message);
  });

  test.each([
    null,
    undefined,
    'range',
    7,
    [],
    {},
    { type: 'open' },
    { type: '__proto__' },
    { type: 'constructor' },
    { type: ['range'], id: 1, begin: 0, end: 10 },
    { type: 'range', id: 1, begin: -1, end: 10 },
    { type: 'range', id: 1, begin: 0, end: 1.5 },
    { type: 'range', id: 1, begin: '0', end: '10' },
    { type: 'range', id: 1, begin: 0, end: Number.POSITIVE_INFINITY },
    { type: 'range', begin: 0, end: 10 },
    { ...STATE, page: 0 },
    { ...STATE, zoom: 'x'.repeat(17) },
    { ...STATE, zoomValue: 'javascript:1' },
    { ...STATE, isFinding: 'yes' },
    { type: 'key', key: 'Enter' },
    { type: 'key', key: ' ' },
    { type: 'key', key: '\u0007' },
    { type: 'failed', failure: '<b>' },
  ])('%j is ignored', (message) => {
    expect(parseFrameMessage(message)).toBeUndefined();
  });

  test('fields that the schema does not have are removed', () => {
    expect(parseFrameMessage({ type: 'active', fileId: 8, url: '/api/user' })).toEqual({ type: 'active' });
  });

  test('no value is an error or leads to another field', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.constantFrom('range', 'state', 'key', 'active', 'failed'),
        (value, type) => {
          const parsed = parseFrameMessage(
            typeof value === 'object' && value !== null ? { ...value, type } : value,
          );
          expect([undefined, type]).toContain(parsed?.type);
        },
      ),
    );
  });
});

describe('messages of the page', () => {
  const OPEN = { type: 'open', size: 4, firstBytes: new ArrayBuffer(4), page: 0, zoom: 'auto', quote: '' };

  test('a document, bytes and controls are accepted', () => {
    const bytes = { type: 'bytes', id: 2, bytes: new ArrayBuffer(1) };
    const control = { type: 'control', action: 'find' };
    for (const message of [
      OPEN,
      bytes,
      control,
      { type: 'control', action: 'next-page' },
      { type: 'go-to-page', page: 4 },
      { type: 'unavailable', id: 2 },
    ])
      expect(parsePageMessage(message)).toEqual(message);
  });

  test.each([
    { ...OPEN, firstBytes: 'bytes' },
    { ...OPEN, quote: 'q'.repeat(4001) },
    { ...OPEN, page: -1 },
    { type: 'bytes', id: 2, bytes: new Uint8Array(1) },
    { type: 'control', action: 'delete' },
    { type: 'go-to-page', page: '4' },
    { type: 'scheme', colorScheme: 'red' },
  ])('%j is ignored', (message) => {
    expect(parsePageMessage(message)).toBeUndefined();
  });
});

test('only two messages are exchanged between the windows', () => {
  expect(parseWindowMessage({ type: 'ready' })).toEqual({ type: 'ready' });
  const start = { type: 'start', colorScheme: 'dark', hasOuterControls: true };
  expect(parseWindowMessage(start)).toEqual(start);
  for (const other of [{ type: 'active' }, { type: 'start' }, { state: 'ready' }, STATE])
    expect(parseWindowMessage(other)).toBeUndefined();
});

test('a stored zoom is a mode or a factor', () => {
  for (const zoom of ['auto', 'page-width', 'page-fit', '1', '1.1', '0.9090909090909091'])
    expect(isZoomValue(zoom)).toBe(true);
  for (const zoom of ['', 'wide', '-1', '1e9', '1000000', 1, undefined])
    expect(isZoomValue(zoom)).toBe(false);
});
