import { describe, expect, it } from 'vitest';
import type { File } from '#shared/contracts/files.ts';
import { FILE_SORT_ORDERS } from '#shared/contracts/preferences.ts';
import { type FileSortOrder, getNextSortOrder, getSortDirection, sortFiles } from './sort-files.ts';

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
const idsBy = (order: FileSortOrder) => sortFiles(FILES, order).map(({ id }) => id);

describe('the order of files', () => {
  it('files are sorted by name in natural order, ignoring case', () => {
    expect(idsBy('nameAsc')).toEqual([3, 2, 1]);
    expect(idsBy('nameDesc')).toEqual([1, 2, 3]);
  });

  it('the newer of two equal files comes first in both directions', () => {
    expect(idsBy('sizeDesc')).toEqual([3, 1, 2]);
    expect(idsBy('sizeAsc')).toEqual([2, 3, 1]);
  });

  it('files are sorted by upload date', () => {
    expect(idsBy('dateDesc')).toEqual([2, 1, 3]);
    expect(idsBy('dateAsc')).toEqual([3, 1, 2]);
  });

  it('files are sorted by owner, last change and restriction', () => {
    const [first, second, third] = FILES;
    if (!first || !second || !third) throw new Error('three files');
    const files = [
      { ...first, ownerName: 'Zoe Adler', modifiedAt: '2026-02-01T00:00:00.000Z' },
      { ...second, ownerName: 'anna', allowDownload: false },
      { ...third, ownerName: 'Ben' },
    ];
    const idsOf = (order: FileSortOrder) => sortFiles(files, order).map(({ id }) => id);
    expect(idsOf('ownerAsc')).toEqual([2, 3, 1]);
    expect(idsOf('modifiedDesc')).toEqual([1, 2, 3]);
    expect(idsOf('downloadAsc')).toEqual([2, 3, 1]);
  });

  it('a second click reverses the order and another column starts with its default', () => {
    expect(getNextSortOrder('name', 'dateDesc')).toBe('nameAsc');
    expect(getNextSortOrder('name', 'nameAsc')).toBe('nameDesc');
    expect(getNextSortOrder('added', 'nameDesc')).toBe('dateDesc');
  });

  it('each sort order marks one column with its direction', () => {
    const directions = FILE_SORT_ORDERS.map((order) =>
      (['name', 'added', 'size'] as const).map((column) => getSortDirection(column, order)),
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
