import { expect, test } from 'vitest';
import type { File } from '#shared/contracts/files.ts';
import { getExternalData } from './drag-items.ts';

const makeFile = (id: number) => ({ id, name: `${id}.pdf` }) as File;

test('a single file that is dragged to another window is the address of its page', () => {
  const origin = 'https://rooms.example';
  expect(getExternalData({ folders: [], files: [makeFile(7)] }, origin)).toEqual({
    'text/uri-list': 'https://rooms.example/file/7',
  });
  expect(getExternalData({ folders: [], files: [makeFile(7), makeFile(8)] }, origin)).toEqual({});
  expect(getExternalData({ folders: [], files: [] }, origin)).toEqual({});
});
