import { ACTORS, type Row, type RowFixture, row } from './row.ts';

/** Creates a folder below the shared one. */
const inner = async ({ owner, folderId }: RowFixture) => ({
  params: { id: (await owner.folder('Inner', folderId)).id },
});
const shared = ({ folderId }: RowFixture) => ({ params: { id: folderId } });

const SEEN = '401 200 401 401 404 200 200 200 401';
const MEMBERS = '401 403 401 401 404 200 200 200 401';
const OWNERS = '401 403 401 401 404 403 200 200 401';

export const folderRows: readonly Row[] = [
  row('GET /api/folder-tree', ACTORS),
  row('GET /api/folders', ACTORS),
  row('GET /api/folders', SEEN, ({ folderId }) => ({ query: `parentId=${folderId}` }), 'in a folder'),
  row('GET /api/folders/:id', SEEN, shared, 'a shared one'),
  row('GET /api/folders/:id', SEEN, inner, 'below a shared one'),
  row('POST /api/folders', '401 403 401 401 201 201 201 201 401', () => ({ body: { name: 'New' } })),
  row(
    'POST /api/folders',
    '401 403 401 401 404 201 201 201 401',
    ({ folderId }) => ({ body: { name: 'New', parentId: folderId } }),
    'in a shared one',
  ),
  row(
    'PATCH /api/folders/:id',
    MEMBERS,
    (scene) => ({ ...shared(scene), body: { name: 'Renamed' } }),
    'name',
  ),
  row(
    'PATCH /api/folders/:id',
    OWNERS,
    async (scene) => ({ ...(await inner(scene)), body: { parentId: null } }),
    'out of a shared one',
  ),
  row('GET /api/folders/:id/collaborators', OWNERS, shared),
  row('GET /api/folders/:id/inherited-access', OWNERS, shared),
  row('GET /api/folders/:id/access-below', OWNERS, shared),
  row('GET /api/folders/:id/sharing', OWNERS, shared),
  row('POST /api/folders/:id/collaborators', OWNERS.replaceAll('200', '201'), (scene) => ({
    ...shared(scene),
    body: { userId: scene.accountId },
  })),
  row('DELETE /api/folders/:id/collaborators/:userId', OWNERS, ({ folderId, collaborator }) => ({
    params: { id: folderId, userId: collaborator.id },
  })),
  row('POST /api/folders/:id/leave', '401 403 401 401 404 200 403 403 401', shared),
  row('GET /api/folders/:id/archive', MEMBERS, shared),
  row('DELETE /api/folders/:id', OWNERS, shared, 'a shared one'),
  row('DELETE /api/folders/:id', OWNERS, inner, 'below a shared one'),
];
