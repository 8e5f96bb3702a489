import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { Job } from '#shared/contracts/jobs.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { JobQueue } from './job-queue.tsx';

function render(jobs: readonly Job[], q?: string): string {
  const client = createQueryClient();
  const key = q === undefined ? ['job-queue'] : ['job-queue', { q }];
  client.setQueryData(key, { pages: [{ result: jobs, next: null }], pageParams: [null] });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/admin" ssrSearch={q === undefined ? '' : `q=${q}`}>
        <JobQueue />
      </Router>
    </QueryClientProvider>,
  );
}

test('a job that failed three times is shown with its last error', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const job = { id: 1, kind: 'file.index', attempts: 3, createdAt: at, runAt: at };
  const html = render([{ ...job, state: 'quarantined', lastError: 'The object could not be read.' }]);
  for (const text of ['file.index', 'Failed', '3 attempts', 'The object could not be read.'])
    expect(html).toContain(text);
});

test('a job that failed three times can be retried or discarded, as its kind allows, and no other job', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const fields = { attempts: 3, createdAt: at, runAt: at, lastError: 'broken' };
  const html = render([
    { ...fields, id: 1, kind: 'mail.queued', state: 'quarantined' },
    { ...fields, id: 2, kind: 'folder.purged', state: 'quarantined' },
    { ...fields, id: 3, kind: 'room.copy_requested', state: 'quarantined' },
    { ...fields, id: 4, kind: 'webhook.due', state: 'waiting' },
  ]);
  const labels = [...html.matchAll(/aria-label="((?:Retry|Discard) [^"]+)"/g)].map(([, label]) => label);
  expect(labels).toEqual([
    'Retry mail.queued',
    'Discard mail.queued',
    'Retry folder.purged',
    'Discard room.copy_requested',
  ]);
});

test('a recurring job, which was never added, names its next run', () => {
  const runAt = '2999-11-20T10:00:00.000Z';
  const job = { id: 1, kind: 'digests.send', attempts: 0, createdAt: new Date(0).toISOString(), runAt };
  const html = render([{ ...job, state: 'waiting', lastError: null }]);
  expect(html).toMatch(/Next run.*Nov 20, 2999/);
  expect(html).not.toContain('1970');
});

test('an empty queue says so, and has nothing to filter or export', () => {
  const html = render([]);
  expect(html).toContain('No jobs are waiting');
  for (const text of ['Filter jobs', 'Export CSV']) expect(html).not.toContain(text);
});

test('the filter in the address is in the field, and jobs can be exported', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const job = { id: 1, kind: 'file.index', attempts: 0, createdAt: at, runAt: at, lastError: null };
  const html = render([{ ...job, state: 'waiting' }], 'index');
  expect(html).toMatch(/<input(?=[^>]*type="search")(?=[^>]*value="index")/);
  for (const text of ['Filter jobs', '1 found', 'Export CSV']) expect(html).toContain(text);
});

test('a filter that fits nothing says so and can be cleared', () => {
  const html = render([], 'nothing');
  for (const text of ['No matching jobs', 'Clear Filter', '0 found']) expect(html).toContain(text);
  expect(html).not.toContain('No jobs are waiting');
});
