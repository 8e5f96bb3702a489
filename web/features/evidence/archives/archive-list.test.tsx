import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RoomArchive } from '#shared/contracts/rooms/archives.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { ArchiveList } from './archive-list.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const archive: RoomArchive = {
  id: 3,
  roomId: 7,
  groupId: null,
  groupName: null,
  format: 'zip',
  state: 'done',
  progress: 1,
  error: null,
  requestedBy: 'grace',
  createdAt: AT,
  finishedAt: AT,
  expiresAt: '2026-12-20T10:00:00.000Z',
  documents: 9,
  leftOut: 0,
  withoutOriginal: 0,
  size: 1_000,
  splitBytes: null,
  parts: 1,
  manifestHash: null,
  keyId: null,
  verification: 'valid',
  problem: null,
  verifiedAt: AT,
};

function render(changes: Partial<RoomArchive>): string {
  const client = createQueryClient();
  client.setQueryData(['room-archives', archive.roomId], {
    pages: [{ result: [{ ...archive, ...changes }], next: null }],
    pageParams: [null],
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ArchiveList roomId={archive.roomId} />
    </QueryClientProvider>,
  );
}

test('an archive of the whole room says how many originals it lacks, and promises nothing about the content', () => {
  expect(render({ withoutOriginal: 3 })).toContain(
    '3 documents are not in this archive in their original form: it does not allow a removal of the content.',
  );
  expect(render({ withoutOriginal: 1 })).toContain('1 document is not in this archive');
});

test.each<Partial<RoomArchive>>([
  { withoutOriginal: 0 },
  { withoutOriginal: null },
  { withoutOriginal: 3, groupId: 5, groupName: 'A' },
])('an archive with %j says nothing about a removal', (changes) => {
  expect(render(changes)).not.toContain('removal of the content');
});
