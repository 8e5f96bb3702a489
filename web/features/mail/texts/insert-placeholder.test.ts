import { expect, test } from 'vitest';
import { insertPlaceholder } from './insert-placeholder.ts';

test.each([
  [{ value: 'Dear ,', selectionStart: 5, selectionEnd: 5 }, 'Dear {room},', 11],
  [{ value: 'Dear you', selectionStart: 5, selectionEnd: 8 }, 'Dear {room}', 11],
  [{ value: '', selectionStart: 0, selectionEnd: 0 }, '{room}', 6],
  [{ value: 'End', selectionStart: null, selectionEnd: null }, 'End{room}', 9],
])('a placeholder stands where the cursor was, or in place of the selection', (field, value, cursor) => {
  expect(insertPlaceholder(field, 'room')).toEqual({ value, cursor });
});
