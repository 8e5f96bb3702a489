import { ACTORS, type Row, type RowFixture, row, USERS } from './row.ts';

const CHANGES_SEEN = '401 200 401 401 404 200 200 200 401';

const changeRows: readonly Row[] = [
  row('GET /api/changes', ACTORS, () => ({ query: 'since=2026-01-01T00:00:00Z' })),
  row('GET /api/changes', ACTORS, () => ({}), 'since the last visit'),
  row(
    'GET /api/changes',
    CHANGES_SEEN,
    ({ folderId }) => ({ query: `since=2026-01-01T00:00:00Z&folderId=${folderId}` }),
    'of a folder',
  ),
  row('POST /api/changes/seen', ACTORS, () => ({ body: { position: 1 } })),
  row(
    'POST /api/changes/seen',
    CHANGES_SEEN,
    ({ folderId }) => ({ body: { position: 1, folderId } }),
    'of a folder',
  ),
];

const owners = async ({ owner, folderId }: RowFixture) => ({
  params: { id: (await owner.file({ folderId })).id },
});
/**
 * Creates a file of the collaborator in the shared folder: the folder's owner, who does not own the file, may
 * not see its views.
 */
const collaborators = async ({ collaborator, folderId }: RowFixture) => ({
  params: { id: (await collaborator.file({ folderId })).id },
});

const SEEN = '401 200 401 401 404 200 200 200 401';
const OWNERS = '401 403 401 401 404 403 200 200 401';
const UPLOADERS = '401 403 401 401 404 200 403 200 401';

const lookingRows = ['views', 'viewers', 'views/summary', 'views/export'].flatMap((what) => [
  row(`GET /api/files/:id/${what}`, OWNERS, owners, 'the owner’s'),
  row(`GET /api/files/:id/${what}`, UPLOADERS, collaborators, 'the collaborator’s'),
]);

const folderRows = ['', '/viewers', '/files', '/views', '/export'].map((what) =>
  row(`GET /api/folders/:id/activity${what}`, OWNERS, ({ folderId }) => ({ params: { id: folderId } })),
);

export const activityRows: readonly Row[] = [
  row('GET /api/file-views/owner', USERS),
  row('GET /api/file-views/viewer', USERS),
  row('POST /api/files/:id/views', SEEN, async (scene) => ({
    ...(await owners(scene)),
    body: { batch: 1, pages: [{ page: 1, ms: 5_000 }] },
  })),
  ...lookingRows,
  ...folderRows,
  ...changeRows,
  row('GET /api/events', ACTORS),
];
