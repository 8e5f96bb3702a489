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

const evidence: Closing['evidence'] = { archive, certificates: 0, receipts: 0, unsentReceipts: 0 };

/** Describes what a checklist with these parts says; nothing reads its others. Without changes, an archive is verified. */
const obstacleOf = (
  changes: Partial<Closing['removal']>,
  { hasVerified = true, ...others }: Partial<Closing> & { hasVerified?: boolean } = {},
) =>
  describeObstacle({
    state: 'closed',
    removal: { ...removal, ...changes },
    evidence: hasVerified ? evidence : { ...evidence, archive: null },
    mayArchive: hasVerified,
    ...others,
  });

test('a room whose archive has all originals has no obstacle to a removal', () => {
  expect(obstacleOf({ isArchived: true, withoutOriginal: 0 })).toBeUndefined();
  expect(obstacleOf({}, { hasVerified: false })).toBeUndefined();
  expect(obstacleOf({ isArchived: true, isWithheld: true, hasBegun: true })).toBeUndefined();
});

test('an archive that lacks originals keeps the content, and the text says what to do', () => {
  expect(obstacleOf({ withoutOriginal: 3 })).toMatch(
    /^3 documents are not in the archive in their original form, so nothing is removed\. .*an administrator.*Or open the room/,
  );
  expect(obstacleOf({ withoutOriginal: 1 })).toMatch(/^1 document is not in the archive/);
  expect(obstacleOf({})).toMatch(/^It is not known .* Create and verify another one\.$/);
});

test('whether originals are known depends on the archive that is verified, and not on the latest', () => {
  const waiting = { ...evidence, archive: { ...archive, verification: 'waiting' as const } };
  expect(obstacleOf({}, { evidence: waiting })).toMatch(/^It is not known/);
  // It has expired, and the maintenance removes it within a day.
  expect(obstacleOf({}, { mayArchive: false })).toBeUndefined();
  expect(obstacleOf({}, { state: 'archived', mayArchive: false })).toMatch(/^It is not known/);
  expect(obstacleOf({}, { state: 'archived', mayArchive: false, evidence: waiting })).toMatch(
    /^It is not known/,
  );
  const invalid = { ...evidence, archive: { ...archive, verification: 'invalid' as const } };
  expect(obstacleOf({}, { state: 'archived', mayArchive: false, evidence: invalid })).toBeUndefined();
});

test('content that is withheld is deleted in the open room, which an archived one can never be again', () => {
  const withheld = { isArchived: true, isWithheld: true };
  expect(obstacleOf(withheld)).toMatch(
    /virus scan\. Open the room and delete that content, also from the trash, or ask an administrator\.$/,
  );
  expect(obstacleOf(withheld, { state: 'archived', mayArchive: false })).toMatch(
    /virus scan\. Ask an administrator\.$/,
  );
});

test('a removal that has stopped says so', () => {
  expect(obstacleOf({ hasBegun: true })).toMatch(/^The removal has stopped/);
  expect(obstacleOf({ hasBegun: true }, { hasVerified: false })).toMatch(
    /^The removal has stopped.* or archive the room\. Have an administrator/,
  );
  expect(obstacleOf({ hasBegun: true }, { hasVerified: false, state: 'archived' })).not.toMatch(
    /archive the room/,
  );
});

test('what a node of an earlier version does not send is not known', () => {
  expect(describeObstacle({ state: 'closed', evidence, mayArchive: true })).toBeUndefined();
  expect(describeLoss({})).toBe(
    'Archives contain neither earlier versions nor the trash. A removal loses them.',
  );
});

test('what no archive has is named with its number', () => {
  expect(describeLoss({ removal })).toBeUndefined();
  expect(describeLoss({ removal: { ...removal, versions: 1, trash: 2 } })).toBe(
    'Archives contain neither earlier versions nor the trash. A removal loses 1 earlier version or draft and 2 files in the trash.',
  );
});
