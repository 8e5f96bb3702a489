import { expect, test } from 'vitest';
import type { Folder } from '#shared/contracts/folders.ts';
import { formatTable } from '#web/features/export/export-table.ts';
import { listFolderValues } from './export-folders.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const LATER = '2026-11-21T10:00:00.000Z';
const FOLDER: Folder = {
  id: 7,
  name: 'Contracts',
  parentId: null,
  ownerId: 1,
  createdAt: AT,
  accessLevel: 'owner',
};

test('folders are exported with what is in them, and with their number in a room', () => {
  const contents = { folders: 2, files: 12, changedAt: LATER };
  const format = (rows: readonly Folder[], hasNumbers: boolean) =>
    formatTable(listFolderValues({ hasNumbers }), rows).slice(1).split('\r\n');
  expect(format([{ ...FOLDER, contents }, FOLDER], false)).toEqual([
    '"Name","Folders","Files","Last change at","Created at"',
    `"Contracts",2,12,"${LATER}","${AT}"`,
    `"Contracts",,,"${AT}","${AT}"`,
    '',
  ]);
  expect(format([{ ...FOLDER, number: '2.1' }], true)[1]).toMatch(/^"2[.]1","Contracts"/);
});
