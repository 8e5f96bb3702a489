import { expect, test } from 'vitest';
import { addressOfCheck, readOpenCheck } from './open-check.ts';

test('the address of a check opens it', () => {
  const address = addressOfCheck({ id: 7, roomId: 2, groupId: 4 });
  expect(address).toBe('/rooms/2/exposure/4?check=7');
  expect(readOpenCheck(new URL(address, 'https://rooms.test').search)).toBe(7);
});

test('the newest check is open without one, and where the address names none', () => {
  for (const search of ['', 'check=', 'check=0', 'check=-1', 'check=one', `check=${'9'.repeat(16)}`])
    expect(readOpenCheck(search)).toBeNull();
});
