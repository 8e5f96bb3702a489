import { expect, test } from 'vitest';
import type { File as StoredFile } from '#shared/contracts/files.ts';
import { planUploads } from '../plan-uploads.ts';
import { applyChoice, findSameNames } from './same-names.ts';

const me = { kind: 'user', id: 1, isAdmin: false } as const;
const stored = (id: number, name: string, more: Partial<StoredFile> = {}) =>
  ({
    id,
    name,
    folderId: 7,
    ownerId: 1,
    accessLevel: 'owner',
    allowDownload: true,
    fileType: 'txt',
    ...more,
  }) as StoredFile; // the other fields decide nothing

const plan = (...names: string[]) =>
  planUploads(
    { folders: [], unreadable: [], files: names.map((name) => ({ path: [], file: new File(['x'], name) })) },
    25,
  );

test('only names of files that the user may replace are asked about, each once', () => {
  const planned = plan('a.txt', 'A.txt', 'b.txt', 'a.txt', 'c.txt');
  const files = [
    stored(9, 'a.txt'),
    stored(4, 'a.txt'),
    stored(5, 'b.txt', { ownerId: 2 }),
    stored(6, 'other.txt'),
  ];
  expect([...findSameNames(planned, files, me)]).toEqual([[planned[0], 9]]);
  const inRoom = [stored(5, 'b.txt', { ownerId: 2, isInRoom: true })];
  expect([...findSameNames(planned, inRoom, me).values()]).toEqual([5]);
});

test('a name of macOS is the name that the server stored', () => {
  const planned = plan('U\u0308bersicht.txt');
  expect([...findSameNames(planned, [stored(9, 'Übersicht.txt')], me).values()]).toEqual([9]);
  expect([...findSameNames(planned, [stored(8, 'U\u0308bersicht.txt')], me).values()]).toEqual([8]);
});

test('a file inside an uploaded folder, a rejected one and one in the root of somebody else are not asked about', () => {
  const nested = planUploads(
    { folders: [], unreadable: [], files: [{ path: ['Deals'], file: new File(['x'], 'a.txt') }] },
    25,
  );
  const large = plan('a.txt').map((upload) => ({ ...upload, rejection: 'Too large' }));
  expect(findSameNames([...nested, ...large], [stored(9, 'a.txt')], me).size).toBe(0);
  const admin = { ...me, isAdmin: true };
  const others = [stored(9, 'a.txt', { folderId: null, ownerId: 2 })];
  expect(findSameNames(plan('a.txt'), others, admin).size).toBe(0);
});

test('the choice applies to files with the same name alone', () => {
  const planned = plan('a.txt', 'new.txt');
  const same = findSameNames(planned, [stored(9, 'a.txt')], me);
  expect(applyChoice(planned, same, 'another')).toEqual(planned);
  expect(applyChoice(planned, same, 'skip')).toEqual([planned[1]]);
  expect(applyChoice(planned, same, 'version').map(({ replaces }) => replaces?.fileId)).toEqual([
    9,
    undefined,
  ]);
});
