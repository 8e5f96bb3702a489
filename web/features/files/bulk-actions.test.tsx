import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { File } from '#shared/contracts/files.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { getToasts } from '#web/ui/feedback/toast.ts';
import { useArchiveFiles } from './bulk-actions.ts';

const saved: string[] = [];
/** An element whose click downloads. */
const link = {
  download: '',
  click: () => saved.push(link.download),
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('more files than a call takes are downloaded as several archives', async () => {
  vi.stubGlobal('fetch', async () => new Response('PK'));
  vi.stubGlobal('document', { createElement: () => link });
  const hooks: ReturnType<typeof useArchiveFiles>[] = [];
  function Caller() {
    hooks.push(useArchiveFiles());
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <Caller />
    </QueryClientProvider>,
  );
  const files = Array.from({ length: 1001 }, (_, id) => ({ id, name: `${id}.pdf` }) as File);
  await hooks[0]?.mutateAsync(files);
  expect(saved).toEqual(['files-1.zip', 'files-2.zip']);
  expect(getToasts().map(({ title, description }) => [title, description])).toContainEqual([
    'Downloads complete',
    '1,001 files',
  ]);
});
