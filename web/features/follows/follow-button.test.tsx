import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { VISITOR_SESSION_KEY } from '#web/features/accounts/visitor-session.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { FollowButton } from './follow-button.tsx';

const VISIT = {
  isVisitor: true,
  email: 'alice@bidder.example',
  folderId: 1,
  folderName: 'Deal',
  inviterName: 'Dana',
  expiresAt: null,
  mayDownload: false,
};

/** Draws the button for a visitor who follows nothing yet. */
function draw(visit: object): string {
  const client = createQueryClient();
  client.setQueryData(['user'], null);
  client.setQueryData(VISITOR_SESSION_KEY, visit);
  client.setQueryData(['follows'], []);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/folder/1">
        <FollowButton target={{ kind: 'folder', id: 1 }} />
      </Router>
    </QueryClientProvider>,
  );
}

test('a visitor whose address the link did not confirm is not offered to follow a folder', () => {
  expect(draw(VISIT)).toContain('Follow');
  expect(draw({ ...VISIT, isUnconfirmed: true })).toBe('');
});
