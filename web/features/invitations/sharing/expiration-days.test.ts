import { expect, test } from 'vitest';
import { listExpirationOptions } from './expiration-days.ts';

const valuesOf = (preset: number) => listExpirationOptions(preset).map(({ value }) => value);

test('the days that the administrators set are among those that are offered, in their order', () => {
  expect(valuesOf(7)).toEqual(['1', '3', '7', '30']);
  expect(valuesOf(14)).toEqual(['1', '3', '7', '14', '30']);
  expect(listExpirationOptions(90).at(-1)).toEqual({ value: '90', label: '90 days' });
  expect(listExpirationOptions(7)[0]).toEqual({ value: '1', label: '1 day' });
});
