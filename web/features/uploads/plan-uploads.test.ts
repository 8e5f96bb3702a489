import { describe, expect, it } from 'vitest';
import { collectPickedFiles } from './collect-files.ts';
import { planUploads } from './plan-uploads.ts';

const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name);
const nothing = { folders: [], files: [], unreadable: [] };
const refusals = (plan: readonly { name: string; rejection: string | null }[]) =>
  plan.map(({ name, rejection }) => [name, rejection]);

describe('the plan of an upload', () => {
  it('each planned upload is named with its folder path', () => {
    const plan = planUploads({ ...nothing, files: [{ path: ['Deals', '2026'], file: file('a.pdf') }] }, 25);
    expect(plan).toEqual([
      { name: 'Deals/2026/a.pdf', path: ['Deals', '2026'], file: expect.any(File), rejection: null },
    ]);
  });

  it('only empty folders get an entry of their own', () => {
    const folders = [['a'], ['a', 'b'], ['a', 'b', 'empty'], ['c']];
    const plan = planUploads({ ...nothing, folders, files: [{ path: ['c'], file: file('x.txt') }] }, 25);
    expect(plan.map(({ name }) => name)).toEqual(['a/b/empty', 'c/x.txt']);
  });

  it('files and empty folders are in natural order, each folder together, and unreadable ones last', () => {
    const at = (...path: string[]) => ({ path: path.slice(0, -1), file: file(path.at(-1) ?? '') });
    const files = [
      at('1.10 Annex.pdf'),
      at('10 Tax', 'b.pdf'),
      at('1.2 Articles.pdf'),
      at('2 Legal', 'a.pdf'),
    ];
    const unreadable = [{ name: '1.1 Locked.pdf', reason: 'It could not be read.' }];
    const plan = planUploads({ files, folders: [['2 Legal'], ['3 Empty'], ['10 Tax']], unreadable }, 25);
    expect(plan.map(({ name }) => name)).toEqual([
      '1.2 Articles.pdf',
      '1.10 Annex.pdf',
      '2 Legal/a.pdf',
      '3 Empty',
      '10 Tax/b.pdf',
      '1.1 Locked.pdf',
    ]);
  });

  it('a file above the size limit is rejected with the limit', () => {
    const files = [
      { path: [], file: file('fits.bin', 1024 * 1024) },
      { path: [], file: file('too-large.bin', 1024 * 1024 + 1) },
    ];
    expect(refusals(planUploads({ ...nothing, files }, 1))).toEqual([
      ['fits.bin', null],
      ['too-large.bin', 'The file is larger than 1 MB, the upload limit.'],
    ]);
  });

  it('no file is rejected by size while the limit is unknown', () => {
    const files = [{ path: [], file: file('large.bin', 1024 * 1024) }];
    expect(planUploads({ ...nothing, files }, undefined)[0]?.rejection).toBeNull();
  });

  it('a name has the length that it is stored with, in composed form', () => {
    const files = [{ path: [], file: file('e\u0301'.repeat(150)) }];
    expect(planUploads({ ...nothing, files }, undefined)[0]?.rejection).toBeNull();
  });

  it('invalid file names are rejected', () => {
    const files = [
      { path: [], file: file(' ') },
      { path: ['fdp\u202eexe'], file: file('a.pdf') },
    ];
    expect(refusals(planUploads({ ...nothing, files }, 25))).toEqual([
      [' ', 'The file has no name'],
      [
        'fdp\u202eexe/a.pdf',
        'Folder “fdp\u202eexe”: The name contains invisible characters that change the text direction',
      ],
    ]);
  });

  it('unreadable entries are planned with their reason', () => {
    const unreadable = [{ name: 'locked.pdf', reason: 'It could not be read.' }];
    expect(refusals(planUploads({ ...nothing, unreadable }, 25))).toEqual([
      ['locked.pdf', 'It could not be read.'],
    ]);
  });

  it('folders of selected files come from their relative paths, parents first', () => {
    const picked = Object.defineProperty(file('a.pdf'), 'webkitRelativePath', { value: 'Deals/2026/a.pdf' });
    const plain = Object.defineProperty(file('b.pdf'), 'webkitRelativePath', { value: '' });
    const found = collectPickedFiles([picked, plain]);
    expect(found.folders).toEqual([['Deals'], ['Deals', '2026']]);
    expect(found.files.map(({ path }) => path)).toEqual([['Deals', '2026'], []]);
  });
});
