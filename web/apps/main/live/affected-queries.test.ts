import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { LiveChange } from '#shared/contracts/live/live-updates.ts';
import { refreshAffected } from './affected-queries.ts';

const KEYS = [
  ['files', 'recent'],
  ['files', 'folder', 7],
  ['files', 'folder', 8],
  ['files', 'detail', 1],
  ['files', 'detail', 2],
  ['files', 'pages', 1],
  ['files', 'versions', 1],
  ['folders', 'children', null],
  ['folders', 'children', 8],
  ['folders', 'detail', 7],
  ['folders', 'tree'],
  ['invitations', 'own'],
  ['invitations', 'sharing', 7],
  ['collaborators', 7],
  ['rooms'],
  ['rooms', 7, 'permissions', 7],
  ['rooms', 7, 'groups'],
  ['rooms', 7, 'publish', 'publications'],
  ['rooms', 7, 'closing'],
  ['rooms', 7, 'members'],
  ['rooms', 7, 'requests', 'list'],
  ['rooms', 7, 'requests', 'areas'],
  ['rooms', 8, 'requests', 'areas'],
  ['analytics', 7, 'own'],
  ['analytics', 7, 'total'],
  ['preferences'],
  ['links', 'own'],
  ['publication-approvals'],
  ['room-memberships'],
  ['upload-folders'],
  ['groups', 3, 'inbox'],
  ['groups', 3, 'members'],
];
const DATA: Record<string, unknown> = {
  'files,detail,1': { folderId: 7 },
  'files,detail,2': { folderId: 8 },
  'folders,children,': [{ id: 7 }],
};

async function refreshedBy(...changes: LiveChange[]): Promise<string[]> {
  const client = new QueryClient();
  for (const key of KEYS) client.setQueryData(key, DATA[key.join()] ?? []);
  await refreshAffected(client, changes);
  const isOutdated = (key: (typeof KEYS)[number]) => client.getQueryState(key)?.isInvalidated;
  return KEYS.filter(isOutdated).map((key) => key.join(' '));
}

test('a change in a folder refreshes its lists, its card, its files, and the lists of all folders', async () => {
  expect(await refreshedBy({ topic: 'folder', id: 7 })).toEqual([
    'files recent',
    'files folder 7',
    'files detail 1',
    'folders children ',
    'folders detail 7',
    'folders tree',
    'rooms',
    'groups 3 inbox',
  ]);
});

test.for<[LiveChange, string[]]>([
  [{ topic: 'file', id: 1 }, ['files detail 1', 'files versions 1']],
  [{ topic: 'invitations' }, ['invitations own', 'invitations sharing 7']],
  [{ topic: 'links' }, ['invitations sharing 7', 'links own']],
  [{ topic: 'shares', id: 7 }, ['invitations own', 'invitations sharing 7', 'collaborators 7']],
  [
    { topic: 'room', id: 7 },
    [
      'files recent',
      'files folder 7',
      'files folder 8',
      'files detail 1',
      'files detail 2',
      'folders children ',
      'folders children 8',
      'folders detail 7',
      'invitations sharing 7',
      'rooms',
      'rooms 7 groups',
      'rooms 7 publish publications',
      'rooms 7 closing',
      'rooms 7 requests list',
      'rooms 7 requests areas',
      'links own',
      'publication-approvals',
      'groups 3 members',
    ],
  ],
])('%o refreshes only what shows it', async ([change, keys]) => {
  expect(await refreshedBy(change)).toEqual(keys);
});

test('changed access refreshes everything but pages of documents, settings and forms', async () => {
  const refreshed = await refreshedBy({ topic: 'access' });
  const kept = [
    ...['files pages 1', 'files versions 1', 'rooms 7 permissions 7', 'rooms 7 groups'],
    ...['rooms 7 publish publications', 'rooms 7 closing', 'analytics 7 total'],
    ...['preferences', 'groups 3 members'],
  ];
  expect(KEYS.map((key) => key.join(' ')).filter((key) => !refreshed.includes(key))).toEqual(kept);
});

test('a connection that begins also refreshes what the staff see of a room, but not a grid that is open', async () => {
  const [begun, access] = [await refreshedBy({ topic: 'resync' }), await refreshedBy({ topic: 'access' })];
  expect(begun.filter((key) => !access.includes(key))).toEqual([
    'rooms 7 groups',
    'rooms 7 publish publications',
    'rooms 7 closing',
    'groups 3 members',
  ]);
  expect(access.filter((key) => !begun.includes(key))).toEqual([]);
});

test('a query that failed is left to its screen', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryFn = vi.fn(() => Promise.reject(new Error('not now')));
  const stop = new QueryObserver(client, { queryKey: ['files', 'recent'], queryFn }).subscribe(() => {});
  await expect.poll(() => client.getQueryState(['files', 'recent'])?.status).toBe('error');
  await refreshAffected(client, [{ topic: 'resync' }]);
  expect(queryFn).toHaveBeenCalledOnce();
  stop();
});
