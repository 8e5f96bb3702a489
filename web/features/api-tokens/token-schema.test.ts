import { expect, test } from 'vitest';
import { newTokenValues, toBody, tokenSchema } from './token-schema.ts';

const values = { ...newTokenValues(Date.UTC(2026, 0, 1, 12)), name: 'Nightly' };

test('a new token reads, ends after three months and is limited by nothing else', () => {
  expect(values.lastDay).toBe('2026-04-01');
  expect(toBody({ ...values, lastDay: '' })).toEqual({
    name: 'Nightly',
    scope: 'read',
    agentName: null,
    expiresAt: null,
    folderIds: null,
    addressRanges: null,
  });
});

test('folders count only where they are chosen, and not for administrators', () => {
  const limited = { ...values, reach: 'folders' as const, folderIds: ['3', '4'] };
  expect(toBody(limited).folderIds).toEqual([3, 4]);
  expect(toBody({ ...limited, reach: 'everything' }).folderIds).toBeNull();
  expect(toBody({ ...limited, scope: 'admin' }).folderIds).toBeNull();
  expect(tokenSchema.safeParse({ ...limited, folderIds: [] }).error?.issues[0]?.path).toEqual(['reach']);
});

test('addresses are separated by commas, spaces or lines', () => {
  const addressRanges = '192.0.2.0/24, 10.0.0.1\n2001:db8::/32';
  expect(toBody({ ...values, addressRanges }).addressRanges).toEqual([
    '192.0.2.0/24',
    '10.0.0.1',
    '2001:db8::/32',
  ]);
});
