import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { ExposureCheckDetails } from '#shared/contracts/rooms/exposure.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { ExposurePanel } from './exposure-panel.tsx';

const check = (id: number, given: Partial<ExposureCheckDetails> = {}): ExposureCheckDetails => ({
  ...{ id, roomId: 2, groupId: 4, groupName: 'Bidder A', state: 'done', progress: 1, includesDrafts: false },
  ...{ selection: null, documents: 10 + id, createdAt: '2026-11-20T10:00:00.000Z', signedOffAt: null },
  ...{ finishedAt: '2026-11-20T10:05:00.000Z', signedOffBy: null, isNewest: true, isOutOfDate: false },
  ...{ notIndexed: 0, unread: 0, earlierVersions: 0, draftedVersions: 0, draftedChanges: 0, findings: 0 },
  ...{ undecided: 0, newFindings: 0, kinds: [], questions: [] },
  ...given,
});

/** Renders the page of a group whose newest check is the last of these, at an address. */
function render(search: string, checks: readonly ExposureCheckDetails[]): string {
  const client = createQueryClient();
  client.setQueryData(['exposure', 'latest', 4], checks.at(-1));
  for (const each of checks) client.setQueryData(['exposure', 'check', each.id], each);
  const group = { id: 4, roomId: 2, name: 'Bidder A' };
  return renderToStaticMarkup(
    <Router ssrPath="/rooms/2/exposure/4" ssrSearch={search}>
      <QueryClientProvider client={client}>
        <ExposurePanel group={group} mayManage isReadOnly={false} />
      </QueryClientProvider>
    </Router>,
  );
}

const selection = { folders: 0, files: 1, changes: 0, names: ['Lease.txt'] };

test('a check of everything is signed off although a newer one of selected drafts exists', () => {
  const html = render('check=3', [check(3), check(5, { selection })]);
  expect(html).toContain('13 documents');
  expect(html).toContain('A newer check covers something else.');
  expect(html).toContain('Sign Off');
  expect(html).toContain('Check Again');
});

test('a check is only read where a newer one of its kind exists', () => {
  const html = render('check=3', [check(3, { isNewest: false }), check(5)]);
  expect(html).toContain('13 documents');
  expect(html).toContain('This is an earlier check.');
  expect(html).not.toContain('Sign Off');
  expect(html).not.toContain('Check Again');
});

test('the newest check is shown in place of one of another group', () => {
  const html = render('check=3', [check(3, { groupId: 9 }), check(5)]);
  expect(html).toContain('15 documents');
  expect(html).not.toContain('Newest Check');
});
