import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { Approvals } from './approvals.tsx';
import { APPROVALS_KEY } from './task-queries.ts';

const approvals = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, publishAt: null, gains: 1, loses: 0, changes: 0 }));

function renderApprovals(count: number): string {
  const client = createQueryClient();
  client.setQueryDefaults(['user'], { queryFn: () => ({ id: 1 }) });
  client.setQueryData(['user'], { id: 1 });
  client.setQueryData(APPROVALS_KEY, approvals(count));
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <QueryClientProvider client={client}>
        <Approvals />
      </QueryClientProvider>
    </Router>,
  );
}

test('a list of approvals that may be cut says so', () => {
  const sentence = 'The first 100 are listed. More appear once you have decided.';
  expect(renderApprovals(100)).toContain(sentence);
  expect(renderApprovals(99)).not.toContain('are listed');
});
