import { describe, expect, it } from 'vitest';
import type { File } from '#shared/contracts/files.ts';
import { FILE_SORT_ORDERS } from '#shared/contracts/preferences.ts';
import { getNextSortOrder, getSortDirection, sortFiles } from './sort-files.ts';

const file = (id: number, name: string, size: number, createdAt: string): File => ({
  id,
  name,
  size,
  createdAt,
  fileType: 'pdf',
  allowDownload: true,
  folderId: null,
  ownerId: 1,
  accessLevel: 'owner',
  indexStatus: 'indexed',
  indexReason: null,
});

const FILES = [
  file(1, 'page 10.pdf', 300, '2026-01-02T00:00:00.000Z'),
  file(2, 'Page 2.pdf', 100, '2026-01-03T00:00:00.000Z'),
  file(3, 'annex.pdf', 300, '2026-01-01T00:00:00.000Z'),
];
const idsBy = (order: (typeof FILE_SORT_ORDERS)[number]) => sortFiles(FILES, order).map(({ id }) => id);

describe('the order of files', () => {
  it('counts numbers in names as numbers and does not tell capitals from small letters', () => {
    expect(idsBy('nameAsc')).toEqual([3, 2, 1]);
    expect(idsBy('nameDesc')).toEqual([1, 2, 3]);
  });

  it('puts the newer of two equal files first, whichever way it sorts', () => {
    expect(idsBy('sizeDesc')).toEqual([3, 1, 2]);
    expect(idsBy('sizeAsc')).toEqual([2, 3, 1]);
  });

  it('sorts by the day of upload', () => {
    expect(idsBy('dateDesc')).toEqual([2, 1, 3]);
    expect(idsBy('dateAsc')).toEqual([3, 1, 2]);
  });

  it('turns round at the second click and begins the usual way on another column', () => {
    expect(getNextSortOrder('name', 'dateDesc')).toBe('nameAsc');
    expect(getNextSortOrder('name', 'nameAsc')).toBe('nameDesc');
    expect(getNextSortOrder('date', 'nameDesc')).toBe('dateDesc');
  });

  it('says of each order which one column is sorted, and how', () => {
    const directions = FILE_SORT_ORDERS.map((order) =>
      (['name', 'date', 'size'] as const).map((column) => getSortDirection(column, order)),
    );
    expect(directions).toEqual([
      [null, 'descending', null],
      [null, 'ascending', null],
      ['ascending', null, null],
      ['descending', null, null],
      [null, null, 'descending'],
      [null, null, 'ascending'],
    ]);
  });
});
