import { type Row, type RowFixture, row } from './row.ts';

/** Creates a file of the collaborator and one of the owner in the shared folder. */
const mixed = async ({ owner, collaborator, folderId }: RowFixture) => ({
  fileIds: [(await collaborator.file({ folderId })).id, (await owner.file({ folderId })).id],
});
const owners = async ({ owner, folderId }: RowFixture) => ({
  fileIds: [(await owner.file({ folderId })).id],
});
/** Creates a file that everybody with access to the folder sees, and one that only its owner sees. */
const withUnseen = async ({ owner, folderId }: RowFixture) => ({
  fileIds: [(await owner.file({ folderId })).id, (await owner.file()).id],
});

const MIXED = '401 403 401 401 404 403 403 200 401';
const OWNERS = '401 403 401 401 404 403 200 200 401';
const UNSEEN = '401 403 401 401 404 404 200 200 401';
const DOWNLOAD = '401 403 401 401 404 200 200 200 401';
const UNSEEN_FOR_ACTORS = '401 404 401 401 404 404 200 200 401';

export const bulkRows: readonly Row[] = [
  row('DELETE /api/files/bulk', OWNERS, async (scene) => ({ body: await owners(scene) }), 'the owner’s'),
  row('DELETE /api/files/bulk', MIXED, async (scene) => ({ body: await mixed(scene) }), 'of two people'),
  row(
    'DELETE /api/files/bulk',
    UNSEEN,
    async (scene) => ({ body: await withUnseen(scene) }),
    'with one unseen',
  ),
  row(
    'POST /api/files/bulk/move',
    OWNERS,
    async (scene) => ({ body: { ...(await owners(scene)), folderId: null } }),
    'the owner’s',
  ),
  row(
    'POST /api/files/bulk/move',
    MIXED,
    async (scene) => ({ body: { ...(await mixed(scene)), folderId: null } }),
    'of two people',
  ),
  row('POST /api/files/bulk/download', DOWNLOAD, async (scene) => ({ body: await mixed(scene) })),
  row(
    'POST /api/files/bulk/download',
    UNSEEN_FOR_ACTORS,
    async (scene) => ({ body: await withUnseen(scene) }),
    'with one unseen',
  ),
  row('POST /api/files/bulk/archive', DOWNLOAD, async (scene) => ({ body: await mixed(scene) })),
  row(
    'POST /api/files/bulk/archive',
    UNSEEN_FOR_ACTORS,
    async (scene) => ({ body: await withUnseen(scene) }),
    'with one unseen',
  ),
];
