import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { watchSessionExpiry } from '#web/features/accounts/session-end.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { dismissToast, getToasts } from '#web/ui/feedback/toast.ts';
import { useDownloadFile } from './download-file.ts';

const saved: string[] = [];
/** An element whose click downloads. */
const link = {
  href: '',
  click: () => saved.push(link.href),
};

const dismissToasts = () => {
  for (const { id } of getToasts()) dismissToast(id);
};

beforeEach(() => {
  saved.length = 0;
  dismissToasts();
});

// Other tests of this process have the same list of toasts.
afterEach(() => {
  dismissToasts();
  vi.unstubAllGlobals();
});

/** Downloads file 4 outside a page as an administrator; returns the toasts. */
async function download(answer: () => Response): Promise<(string | undefined)[][]> {
  vi.stubGlobal('fetch', async () => answer());
  vi.stubGlobal('document', { createElement: () => link });
  const client = createQueryClient();
  watchSessionExpiry(client);
  client.setQueryDefaults(['user'], { queryFn: () => null });
  client.setQueryData(['user'], { id: 1, username: 'ada', isAdmin: true });
  let start: ReturnType<typeof useDownloadFile> | undefined;
  function Caller() {
    start = useDownloadFile();
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/">
        <Caller />
      </Router>
    </QueryClientProvider>,
  );
  start?.({ id: 4, name: 'Lease.pdf' });
  const shown = () => getToasts().filter(({ open }) => open);
  await expect.poll(() => shown().length).toBe(1);
  return shown().map(({ title, description }) => [title, description]);
}

const refuse = (status: number, code: string, error: string) => () =>
  Response.json({ error, code }, { status });
const FAILED = 'Download Failed';
const REFUSED = 'There was an error downloading the file.';

test('a file that may be downloaded is fetched by the browser', async () => {
  const file = { id: 4, name: 'Lease.pdf', accessLevel: 'owner', allowDownload: true };
  expect(await download(() => Response.json(file))).toEqual([['Download started', 'Lease.pdf']]);
  expect(saved).toEqual(['/api/files/4/download']);
});

test('a refused download says that there was an error', async () => {
  expect(await download(refuse(404, 'not-found', 'File not found'))).toEqual([[FAILED, REFUSED]]);
  expect(saved).toEqual([]);
});

test('a download without a connection, beyond a limit or in maintenance says why it failed', async () => {
  const offline = () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await download(offline)).toEqual([[FAILED, expect.stringContaining('could not be reached')]]);
  for (const [status, reason] of [
    [429, 'Too many requests.'],
    [503, 'Maintenance.'],
  ] as const) {
    for (const { id } of getToasts()) dismissToast(id);
    expect(await download(refuse(status, 'refused', reason))).toEqual([[FAILED, reason]]);
  }
});

test('a download after the end of the session says that it has ended', async () => {
  expect(await download(refuse(401, 'unauthorized', 'Sign in.'))).toEqual([
    ['Your session has ended', 'Sign in again.'],
  ]);
});
