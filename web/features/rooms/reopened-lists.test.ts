import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { roomQuery } from './api.ts';
import { closingQuery } from './closing/closing-api.ts';
import { groupsQuery, membersQuery } from './groups/groups-api.ts';
import { permissionsQuery } from './permissions/permissions-api.ts';
import { draftsQuery, publicationsQuery } from './publish/publications-api.ts';

interface OpenList {
  subscribe(listener: () => void): () => void;
  getCurrentResult(): { isFetching: boolean };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.for<[string, unknown, (client: QueryClient) => OpenList]>([
  ['The groups of a room', [], (client) => new QueryObserver(client, groupsQuery(7))],
  ['The members of a group', [], (client) => new QueryObserver(client, membersQuery(3))],
  ['The permissions in a folder', [], (client) => new QueryObserver(client, permissionsQuery(7, 8))],
  ['The drafts of a room', { entries: [] }, (client) => new QueryObserver(client, draftsQuery(7))],
  ['The publications of a room', [], (client) => new QueryObserver(client, publicationsQuery(7))],
  ['The settings of a room', {}, (client) => new QueryObserver(client, roomQuery(7))],
  [
    'The figures of the checklist for the end of a room',
    { evidence: { archive: null } },
    (client) => new QueryObserver(client, closingQuery(7)),
  ],
])('%s are read again when they are opened again', async ([, body, open]) => {
  const fetch = vi.fn(async () => Response.json(body));
  vi.stubGlobal('fetch', fetch);
  const client = createQueryClient();
  for (let time = 0; time < 2; time += 1) {
    const list = open(client);
    const close = list.subscribe(() => undefined);
    await expect.poll(() => list.getCurrentResult().isFetching).toBe(false);
    close();
  }
  expect(fetch).toHaveBeenCalledTimes(2);
  client.clear();
});

test('all members of a group are listed, also those beyond the first page', async () => {
  const fetch = vi.fn(async (url: string) =>
    url.includes('cursor')
      ? Response.json([{ id: 2 }])
      : Response.json([{ id: 1 }], {
          headers: { link: '</api/groups/3/members?cursor=1>; rel="next"' },
        }),
  );
  vi.stubGlobal('fetch', fetch);
  const client = new QueryClient();
  expect(await client.fetchQuery(membersQuery(3))).toEqual([{ id: 1 }, { id: 2 }]);
  client.clear();
});
