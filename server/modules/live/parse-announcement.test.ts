import { expect, test } from 'vitest';
import { encodeChanges, openConnection } from './live-connection.ts';
import { parseAnnouncement } from './parse-announcement.ts';

test.for([
  ['file 3 7 2', { kind: 'file', id: 3, folderId: 7, ownerId: 2 }],
  ['folder 7 0 2', { kind: 'folder', id: 7, parentId: 0, ownerId: 2 }],
  ['rights group 4', { kind: 'rights', of: 'group', id: 4 }],
  ['rights all', { kind: 'rights', of: 'all' }],
  ['staff shares 7', { kind: 'staff', topic: 'shares', folderId: 7 }],
  ['person links 2', { kind: 'person', topic: 'links', userId: 2 }],
  ['rights user 0', undefined],
  ['something later 4', undefined],
  ['', undefined],
] as const)('%s is understood, or ignored', ([text, announced]) => {
  expect(parseAnnouncement(text)).toEqual(announced);
});

const files = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ topic: 'file', id: id + 1 }) as const);

test('many files are left to their folders, and more than a hundred things to the client', () => {
  const folders = Array.from({ length: 101 }, (_, id) => ({ topic: 'folder', id: id + 1 }) as const);
  expect(encodeChanges(files(2))).toContain('"file"');
  expect(encodeChanges([...files(21), { topic: 'folder', id: 7 }])).toBe(
    'data: {"changes":[{"topic":"folder","id":7}]}\n\n',
  );
  expect(encodeChanges(folders)).toBe('data: {"changes":[{"topic":"resync"}]}\n\n');
});

test('a reader who reads nothing is disconnected before much is kept for them', () => {
  const connection = openConnection({ sessionToken: 'token', viewAsToken: undefined, address: '127.0.0.1' });
  let kept = 0;
  while (!connection.stream.destroyed) {
    connection.send('x'.repeat(1_000));
    kept = Math.max(kept, connection.stream.readableLength);
  }
  expect(kept).toBeLessThanOrEqual(64 * 1024);
});
