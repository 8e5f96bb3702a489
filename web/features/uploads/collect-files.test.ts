import { describe, expect, it } from 'vitest';
import { collectDroppedFiles } from './collect-files.ts';

const fileEntry = (name: string) =>
  ({
    isFile: true,
    isDirectory: false,
    name,
    file: (resolve: (file: File) => void) => resolve(new File(['x'], name)),
  }) as FileSystemFileEntry; // the fake implements only what is used

const lockedEntry = (name: string) =>
  ({
    isFile: true,
    isDirectory: false,
    name,
    file: (_: unknown, reject: (error: Error) => void) => reject(new Error('NotReadableError')),
  }) as unknown as FileSystemFileEntry; // the fake implements only what is used

/** Returns its children in batches of two; Chromium uses 100. */
const folderEntry = (name: string, children: FileSystemEntry[]) =>
  ({
    isFile: false,
    isDirectory: true,
    name,
    createReader: () => {
      const left = [...children];
      return { readEntries: (resolve: (batch: FileSystemEntry[]) => void) => resolve(left.splice(0, 2)) };
    },
  }) as unknown as FileSystemDirectoryEntry; // the fake implements only what is used

describe('collectDroppedFiles', () => {
  it('dropped folders are read recursively in batches', async () => {
    const many = Array.from({ length: 5 }, (_, index) => fileEntry(`${index}.pdf`));
    const found = await collectDroppedFiles([folderEntry('a', [folderEntry('b', many), fileEntry('x.txt')])]);
    expect(found.files.map(({ path, file }) => [...path, file.name].join('/'))).toEqual([
      'a/b/0.pdf',
      'a/b/1.pdf',
      'a/b/2.pdf',
      'a/b/3.pdf',
      'a/b/4.pdf',
      'a/x.txt',
    ]);
    expect(found.folders).toEqual([['a'], ['a', 'b']]);
  });

  it('an unreadable entry is reported and the others are collected', async () => {
    const found = await collectDroppedFiles([
      folderEntry('a', [lockedEntry('secret.pdf'), fileEntry('open.pdf')]),
    ]);
    expect(found.unreadable.map(({ name }) => name)).toEqual(['a/secret.pdf']);
    expect(found.files.map(({ file }) => file.name)).toEqual(['open.pdf']);
  });

  it('a drop above the entry limit is cut off and reported', async () => {
    const found = await collectDroppedFiles(
      [folderEntry('a', [fileEntry('1'), fileEntry('2'), fileEntry('3')]), fileEntry('4')],
      3,
    );
    expect(found.files.map(({ file }) => file.name)).toEqual(['1', '2']);
    expect(found.unreadable).toEqual([
      {
        name: '3 and the items after it',
        reason: 'These are more than 3 files and folders. Upload the rest in parts.',
      },
    ]);
  });
});
