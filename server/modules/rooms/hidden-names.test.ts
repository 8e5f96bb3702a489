import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { testWith } from '#server/testing/test-app.ts';
import { HIDDEN, openSecrets } from './testing/secrets.ts';

const test = testWith({ config: WITH_MAIL });

/** Calls that tell the staff some of it: the test reaches what it is about. */
const TOLD_TO_STAFF = [
  '/api/files/:id',
  '/api/files/:id/download',
  '/api/folder-tree',
  '/api/folders/:id/archive',
  '/api/folders/:id/entries',
  '/api/groups/:id/members',
  '/api/requests/:id',
  '/api/requests/:id/suggestions',
  '/api/rooms/:id/analytics',
  '/api/rooms/:id/drafts',
  '/api/rooms/:id/index',
  '/api/rooms/:id/permissions',
  '/api/rooms/:id/permissions/export',
  '/api/rooms/:id/publications',
  '/api/rooms/:id/unread',
  '/api/search',
  '/api/search/suggestions',
];

/** Returns the addresses that fill a path: every thing of the room in place of its id, with the queries that say most. */
function addressesOf(path: string, ids: Readonly<Record<string, readonly number[]>>): string[] {
  const [, , kind = ''] = path.split('/');
  const paths = path.includes('/:')
    ? (ids[kind] ?? [1]).map((id) => path.replace(/:\w+/, `${id}`).replace(/:\w+/g, '1'))
    : [path];
  const [inner = 0, secret = 0] = ids['folders']?.slice(1) ?? [];
  const queries: Record<string, string[]> = {
    '/api/files': ['', '?folderId=null', `?folderId=${inner}`, `?folderId=${secret}`],
    '/api/folders': ['', '?parentId=null&contents=true', `?parentId=${inner}&contents=true`],
    '/api/files/thumbnails': [`?ids=${ids['files']?.join(',')}`],
    '/api/search': ['?query=merger&limit=100', '?query=merger%20of%20otter&limit=100'],
    '/api/search/suggestions': ['?query=otterh'],
    '/api/changes': [
      '?since=2000-01-01T00:00:00Z',
      '?since=visit',
      `?since=2000-01-01T00:00:00Z&folderId=${inner}`,
    ],
    '/api/rooms/:id/permissions': [`?folderId=${inner}`],
    '/api/rooms/:id/permissions/export': ['?format=csv'],
    '/api/rooms/:id/index': ['?format=csv', '?format=html', `?format=csv&groupId=${ids['groups']?.[1]}`],
  };
  return paths.flatMap((filled) => (queries[path] ?? ['']).map((query) => filled + query));
}

test('no call tells a member, in any answer, what is hidden from their group', {
  timeout: 300_000,
  tags: ['full'],
}, async ({ testApp }) => {
  const { readers, ids, owner } = await openSecrets(testApp);
  const calls = (await listEndpoints()).filter(({ method }) => method === 'GET');
  const listTelling = async (reader: TestClient): Promise<string[]> => {
    const telling: string[] = [];
    for (const call of calls)
      for (const url of addressesOf(call.path, ids)) {
        const { status, bytes } = await reader.get(url);
        if (status >= 500 || bytes.toString('latin1').toLowerCase().includes(HIDDEN))
          telling.push(`${endpointName(call)} ${status} ${url}`);
      }
    return telling;
  };
  for (const [name, reader] of Object.entries(readers))
    expect([name, await listTelling(reader)]).toEqual([name, []]);
  const toOwner = new Set((await listTelling(owner)).map((line) => line.split(' ')[1]));
  expect([...toOwner].sort()).toEqual(expect.arrayContaining(TOLD_TO_STAFF));

  // A hidden thing is answered as one that never was.
  const secret = {
    ...ids,
    folders: ids.folders.slice(2),
    files: ids.files.slice(1),
    requests: ids.requests.slice(1),
  };
  const differing: string[] = [];
  for (const [name, reader] of Object.entries(readers))
    for (const { path } of calls)
      for (const kind of [
        'folders',
        'files',
        'groups',
        'placeholders',
        'requests',
        'publications',
      ] as const) {
        if (!path.startsWith(`/api/${kind}/:id`)) continue;
        const answerOf = async (url: string) => {
          const { status, body } = await reader.get(url);
          return JSON.stringify([status, status === 200 ? url : body?.error]);
        };
        const unknown = await answerOf(addressesOf(path, { [kind]: [99_999_999] })[0] ?? '');
        for (const url of addressesOf(path, secret))
          if ((await answerOf(url)) !== unknown)
            differing.push(`${name}: ${url} ${await answerOf(url)} ${unknown}`);
      }
  expect(differing).toEqual([]);
});
