import { expect, test } from 'vitest';
import type { File } from '#shared/contracts/files.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { formatTable } from '#web/features/export/export-table.ts';
import { listFileValues } from './export-files.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const LATER = '2026-11-21T10:00:00.000Z';
const USER: Actor = { kind: 'user', id: 1, isAdmin: false } as Actor; // the other fields decide nothing here
const VISITOR: Actor = { kind: 'visitor', invitationId: 1 } as Actor; // the other fields decide nothing here
const FILE: File = {
  id: 1,
  name: '=Lease.pdf',
  fileType: 'pdf',
  size: 2_048,
  allowDownload: true,
  folderId: 7,
  ownerId: 1,
  ownerName: 'Dana Keller',
  createdAt: AT,
  accessLevel: 'owner',
  indexStatus: 'indexed',
  indexReason: null,
};

const exportFiles = (rows: readonly File[], actor = USER, hiddenColumns: readonly 'owner'[] = []) =>
  formatTable(listFileValues({ actor, rows, hiddenColumns }), rows).slice(1).split('\r\n');

test('files are exported with type, version, owner, instants, bytes and downloads, in their order', () => {
  const second = { ...FILE, name: 'Annex.pdf', version: 3, modifiedAt: LATER, allowDownload: false };
  expect(exportFiles([FILE, second])).toEqual([
    '"Name","Type","Version","Owner","Modified at","Added at","Bytes","Download"',
    `"'=Lease.pdf","pdf",1,"Dana Keller","${AT}","${AT}",2048,"Available"`,
    `"Annex.pdf","pdf",3,"Dana Keller","${LATER}","${AT}",2048,"Restricted"`,
    '',
  ]);
});

test('files of a room begin with their number, which stays a text', () => {
  expect(exportFiles([{ ...FILE, number: '1.10' }]).map((line) => line.split(',')[0])).toEqual([
    '"No."',
    '"1.10"',
    '',
  ]);
});

test('hidden columns are left out, and visitors get no owner', () => {
  for (const [header] of [exportFiles([FILE], USER, ['owner']), exportFiles([FILE], VISITOR)]) {
    expect(header).not.toContain('Owner');
    expect(header).toContain('"Added at"');
  }
});
