import { expect, test } from 'vitest';
import type { ChangedCell, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { stepAfterFailure, type UndoStep, withShownVersions } from './undo-steps.ts';

const CELL: ChangedCell = { kind: 'folder', id: 5, groupId: 2, level: 'view', version: '3.1' };
const row = (id: number, version: string): { row: PermissionRow } => ({
  row: { kind: 'folder', id, name: 'Finance', hasEntries: false, version, cells: [] },
});

test('a change that could not be undone without a connection can still be undone', () => {
  const step: UndoStep = {};
  expect(stepAfterFailure(step, new ApiError(0, 'No connection'))).toBe(step);
  expect(stepAfterFailure(step, new ApiError(503, 'Maintenance'))).toBe(step);
});

test('a change that cannot be undone any more is forgotten', () => {
  expect(stepAfterFailure({}, new ApiError(404, 'Gone'))).toBeUndefined();
});

test('after a conflict the change can be undone once more, of the rows as they are shown then', () => {
  const conflict = new ApiError(409, 'Somebody else changed it.');
  const again = stepAfterFailure<UndoStep>({}, conflict);
  expect(again).toEqual({ isConflict: true });
  expect(again && stepAfterFailure(again, conflict)).toBeUndefined();
  expect(withShownVersions([CELL, { ...CELL, id: 6 }], [row(5, '4.2')])).toEqual([
    { ...CELL, version: '4.2' },
    { ...CELL, id: 6 },
  ]);
});
