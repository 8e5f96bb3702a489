import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventReader } from './event-stream.ts';

const read = (...pieces: string[]) => {
  const next = createEventReader();
  return pieces.flatMap((piece) => next(new TextEncoder().encode(piece)));
};

test.each([
  ['one event', 'data: one\n\n', ['one']],
  ['two events', 'data: one\n\ndata: two\n\n', ['one', 'two']],
  ['lines that end as in Windows', 'data: one\r\n\r\ndata: two\r\n\r\n', ['one', 'two']],
  ['data on several lines', 'data: one\ndata: two\n\n', ['one\ntwo']],
  ['no space after the colon', 'data:one\n\n', ['one']],
  ['comments, other fields and empty lines', ': ping\n\n\nevent: x\nid: 1\ndata: one\n\n', ['one']],
  ['an event that is not ended', 'data: one\n\ndata: two\n', ['one']],
  ['no events', 'Internal Server Error', []],
])('%s', (_, text, events) => {
  expect(read(text)).toEqual(events);
});

test('events are the same wherever the bytes are cut, also inside a character', () => {
  const events = ['{"text":"Größe 你好 🦩"}', 'two\r', '🏴‍☠️'];
  const bytes = new TextEncoder().encode(events.map((event) => `data: ${event}\n\n`).join(''));
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const next = createEventReader();
      const seen = places.flatMap((place, at) => next(bytes.subarray(places[at - 1] ?? 0, place)));
      expect(seen).toEqual(['{"text":"Größe 你好 🦩"}', 'two', '🏴‍☠️']);
    }),
  );
});

test('a long line that comes byte by byte is read quickly', () => {
  const next = createEventReader();
  const before = performance.now();
  const byte = new TextEncoder().encode('x');
  for (let count = 0; count < 500_000; count += 1) next(byte);
  expect(performance.now() - before).toBeLessThan(5_000);
});
