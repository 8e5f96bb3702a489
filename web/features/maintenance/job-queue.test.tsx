import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Job } from '#shared/contracts/jobs.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { JobQueue } from './job-queue.tsx';

function render(jobs: readonly Job[]): string {
  const client = createQueryClient();
  client.setQueryData(['job-queue'], { pages: [{ result: jobs, next: null }], pageParams: [null] });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <JobQueue />
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

test('a recurring job, which was never added, names its next run', () => {
  const runAt = '2999-11-20T10:00:00.000Z';
  const job = { id: 1, kind: 'digests.send', attempts: 0, createdAt: new Date(0).toISOString(), runAt };
  const html = render([{ ...job, state: 'waiting', lastError: null }]);
  expect(html).toMatch(/Next run.*Nov 20, 2999/);
  expect(html).not.toContain('1970');
});

test('an empty queue says so', () => {
  expect(render([])).toContain('No jobs are waiting');
});
