import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Closing } from '#shared/contracts/rooms/closing.ts';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { RemovalDate } from './removal-date.tsx';

const removal = {
  isArchived: true,
  withoutOriginal: 0,
  isWithheld: false,
  hasBegun: false,
  versions: 2,
  trash: 0,
};

/** Renders a closed room whose content is removed on a date. */
function render(changes: Partial<Closing['removal']> | undefined): string {
  const room = {
    ...{ id: 7, state: 'closed', staffRole: 'manager', version: 1 },
    ...{ deleteBytesAt: '2026-11-20T10:00:00.000Z', bytesRemovedAt: null },
  };
  const closing = {
    ...{ state: 'closed', evidence: { archive: null }, mayArchive: true },
    ...(changes && { removal: { ...removal, ...changes } }),
  };
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      {/* The fields that it reads. */}
      <RemovalDate room={room as RoomWithSettings} closing={closing as unknown as Closing} />
    </QueryClientProvider>,
  );
}

test('the date alone ends nothing: the content is removed once an archive has it', () => {
  expect(render({})).toContain(
    'The content is removed from Nov 20, 2026 on, once a verified archive of the whole room has the original of every document.',
  );
});

test('what keeps the content, and what a removal loses, stands beside the date', () => {
  expect(render({})).toContain('A removal loses 2 earlier versions and drafts.');
  expect(render({ isWithheld: true })).toContain('Nothing is removed while content of the room');
});

test('a node of an earlier version does not say what a removal loses, and the page shows all the same', () => {
  const html = render(undefined);
  for (const text of ['Nov 20, 2026', 'A removal loses them.', 'Set Date']) expect(html).toContain(text);
});
