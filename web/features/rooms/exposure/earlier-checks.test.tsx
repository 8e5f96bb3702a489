import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ExposureCheck } from '#shared/contracts/rooms/exposure.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { EarlierChecks } from './earlier-checks.tsx';

const check = (id: number, given: Partial<ExposureCheck> = {}): ExposureCheck => ({
  id,
  roomId: 2,
  groupId: 4,
  groupName: 'Bidder A',
  state: 'done',
  progress: 1,
  includesDrafts: false,
  selection: null,
  documents: 10 + id,
  createdAt: '2026-11-20T10:00:00.000Z',
  finishedAt: '2026-11-20T10:05:00.000Z',
  signedOffAt: null,
  signedOffBy: null,
  ...given,
});

function render(checks: readonly ExposureCheck[]): string {
  const client = createQueryClient();
  client.setQueryData(['exposure', 'checks', 4], {
    pages: [{ result: checks, next: null }],
    pageParams: [null],
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EarlierChecks groupId={4} shownId={3} onOpen={() => undefined} />
    </QueryClientProvider>,
  );
}

test('other finished checks are listed with their sign-off, and neither the shown one nor failed ones', () => {
  const signedOff = { signedOffAt: '2026-11-21T10:00:00.000Z', signedOffBy: 'dana' };
  const html = render([check(3), check(2, { state: 'failed' }), check(1, signedOff)]);
  expect(html).toContain('11 documents');
  expect(html).toContain('signed off by dana on');
  expect(html).not.toContain('12 documents');
  expect(html).not.toContain('13 documents');
});

test('a check of selected drafts names them', () => {
  const selection = { folders: 0, files: 4, changes: 0, names: ['Lease.txt', 'Rent.txt', 'Plan.txt'] };
  expect(render([check(1, { selection })])).toContain(
    'only 4 selected drafts: “Lease.txt”, “Rent.txt”, “Plan.txt”, and 1 more',
  );
});

test('nothing is shown while there is no other check', () => {
  expect(render([check(3)])).toBe('');
});
