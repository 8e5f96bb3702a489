import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ServiceAccount } from '#shared/contracts/programs/service-accounts.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { ServiceAccountList } from './service-account-list.tsx';

const ROOM_ID = 7;
const ACCOUNT: ServiceAccount = {
  id: 3,
  name: 'Nightly report',
  username: 'nightly-report',
  scope: 'read',
  folders: null,
  addressRanges: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
  hasToken: true,
};

/** Returns the names of the buttons. */
function listButtons(isReadOnly: boolean): string[] {
  const client = createQueryClient();
  client.setQueryData(['rooms', ROOM_ID, 'service-accounts'], [ACCOUNT]);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ServiceAccountList roomId={ROOM_ID} isReadOnly={isReadOnly} />
    </QueryClientProvider>,
  );
  return [...html.matchAll(/<button[^>]*>([^<]*)</g)].map(([, name]) => name ?? '');
}

test('in a closed room service accounts are only deleted', () => {
  expect(listButtons(true)).toEqual(['Delete']);
  expect(listButtons(false)).toEqual(['New Token', 'Delete', 'Create Service Account']);
});
