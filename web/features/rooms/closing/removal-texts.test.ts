import { expect, test } from 'vitest';
import type { Closing } from '#shared/contracts/rooms/closing.ts';
import { describeLoss, describeObstacle } from './removal-texts.ts';

const removal: Closing['removal'] = {
  isArchived: false,
  withoutOriginal: null,
  isWithheld: false,
  hasBegun: false,
  versions: 0,
  trash: 0,
};
const archive = {
  id: 1,
  state: 'done',
  createdAt: '2026-11-29T00:00:00.000Z',
  verification: 'valid',
  verifiedAt: '2026-11-29T00:00:00.000Z',
} as const;

/** Describes what a checklist with these parts says; nothing reads its others. */
const obstacleOf = (changes: Partial<Closing['removal']>, latest: typeof archive | null = archive) =>
  describeObstacle({
    state: 'closed',
    removal: { ...removal, ...changes },
    evidence: { archive: latest, certificates: 0, receipts: 0, unsentReceipts: 0 },
  });

test('a room whose archive has all originals has no obstacle to a removal', () => {
  expect(obstacleOf({ isArchived: true, withoutOriginal: 0 })).toBeUndefined();
  expect(obstacleOf({}, null)).toBeUndefined();
  expect(obstacleOf({ isArchived: true, isWithheld: true, hasBegun: true })).toBeUndefined();
});

test('an archive that lacks originals keeps the content, and the text says what to do', () => {
  expect(obstacleOf({ withoutOriginal: 3 })).toMatch(
    /^3 documents are not in the archive in their original form: .*an administrator.*Or open the room/,
  );
  expect(obstacleOf({ withoutOriginal: 1 })).toMatch(/^1 document is not in the archive/);
  expect(obstacleOf({})).toMatch(/^It is not known .* Create and verify another one\.$/);
  expect(obstacleOf({ isArchived: true, isWithheld: true })).toMatch(/virus scan/);
});

test('a removal that has stopped says so', () => {
  expect(obstacleOf({ hasBegun: true })).toMatch(/^The removal has stopped/);
  expect(obstacleOf({ hasBegun: true }, null)).toMatch(/^The removal has stopped.*an administrator/);
});

test('what no archive has is named with its number', () => {
  expect(describeLoss({ removal })).toBeUndefined();
  expect(describeLoss({ removal: { ...removal, versions: 1, trash: 2 } })).toBe(
    'Archives contain neither earlier versions nor the trash. A removal loses 1 earlier version or draft and 2 files in the trash.',
  );
});
