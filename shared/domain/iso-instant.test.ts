import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoInstant, isoInstantOrNull } from './iso-instant.ts';

test('an instant is written as by the standard library', () => {
  const instants = fc.oneof(
    fc.date({ noInvalidDate: true }).map(Number),
    fc.integer({ min: 0, max: 4_102_444_800_000 }),
    fc.double({ min: -1_000_000, max: 4_102_444_800_000, noNaN: true }),
  );
  fc.assert(fc.property(instants, (ms) => isoInstant(ms) === new Date(ms).toISOString()));
  for (let day = -600; day < 600; day += 1) {
    const ms = day * 86_400_000 - 1;
    expect(isoInstant(ms)).toBe(new Date(ms).toISOString());
  }
});

test('an absent instant is null, and the epoch is an instant', () => {
  expect(isoInstantOrNull(null)).toBeNull();
  expect(isoInstantOrNull(undefined)).toBeNull();
  expect(isoInstantOrNull(0)).toBe('1970-01-01T00:00:00.000Z');
});
