import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { File as StoredFile } from '#shared/contracts/files.ts';
import { useArchiveFiles, useDeleteFiles, useDownloadFiles } from '#web/features/files/bulk-actions.ts';
import { useCopyToRoom } from '#web/features/folders/copies/use-copy-to-room.ts';
import { useSendFiles } from '#web/features/rooms/inbox/inbox-api.ts';
import { hasShortMutations } from '#web/lib/http/long-mutation.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';

const FILES = [{ id: 1, name: 'Lease.pdf' }] as StoredFile[]; // the other fields decide nothing

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Starts a mutation; returns whether live updates wait for it. */
function holdsUpdates(start: () => () => Promise<unknown>): boolean {
  const client = createQueryClient();
  const starts: (() => Promise<unknown>)[] = [];
  function Caller() {
    starts.push(start());
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Caller />
    </QueryClientProvider>,
  );
  starts[0]?.().catch(() => undefined);
  expect(client.isMutating()).toBe(1);
  return hasShortMutations(client);
}

test.for<[string, () => () => Promise<unknown>]>([
  [
    'files are downloaded',
    () => {
      const { mutateAsync } = useDownloadFiles();
      return () => mutateAsync(FILES);
    },
  ],
  [
    'an archive is downloaded',
    () => {
      const { mutateAsync } = useArchiveFiles();
      return () => mutateAsync(FILES);
    },
  ],
  [
    'files are sent to the staff',
    () => {
      const { mutateAsync } = useSendFiles(7).send;
      return () => mutateAsync([new File(['x'], 'Lease.pdf')]);
    },
  ],
  [
    'entries are copied to another room',
    () => {
      const { mutateAsync } = useCopyToRoom();
      return () => mutateAsync({ roomId: 7, entries: [], folderId: 8, onAccepted: () => undefined });
    },
  ],
])('live updates go on while %s', ([, start]) => {
  expect(holdsUpdates(start)).toBe(false);
});

test('live updates wait while files are deleted', () => {
  const start = () => {
    const { mutateAsync } = useDeleteFiles(() => undefined);
    return () => mutateAsync(FILES);
  };
  expect(holdsUpdates(start)).toBe(true);
});
