import type { TestUser } from './roles.ts';
import { type Row, type RowFixture, row, USERS } from './row.ts';

async function deletedFile(person: TestUser, folderId: number) {
  const { id } = await person.file({ folderId });
  await person.delete(`/api/files/${id}`);
  return { params: { id } };
}

const owners = ({ owner, folderId }: RowFixture) => deletedFile(owner, folderId);
const collaborators = ({ collaborator, folderId }: RowFixture) => deletedFile(collaborator, folderId);
const several = (one: typeof owners) => async (scene: RowFixture) => ({
  body: { fileIds: [(await one(scene)).params.id] },
});
const folder = async ({ owner, folderId }: RowFixture) => {
  const { id } = await owner.folder('Gone', folderId);
  await owner.delete(`/api/folders/${id}`);
  return { params: { id } };
};

/** Deleted items are in the trash of their owner only. */
const OWNERS = '401 403 401 401 404 404 200 200 401';
const UPLOADERS = '401 403 401 401 404 200 404 200 401';

export const trashRows: readonly Row[] = [
  row('GET /api/trash', USERS),
  row('DELETE /api/trash', USERS, async (scene) => {
    await owners(scene);
    return {};
  }),
  row('POST /api/trash/folders/:id/restore', OWNERS, folder),
  row('DELETE /api/trash/folders/:id', OWNERS, folder),
  row('POST /api/trash/files/:id/restore', OWNERS, owners, 'the owner’s'),
  row('POST /api/trash/files/:id/restore', UPLOADERS, collaborators, 'the collaborator’s'),
  row('POST /api/trash/files/restore', OWNERS, several(owners), 'the owner’s'),
  row('POST /api/trash/files/restore', UPLOADERS, several(collaborators), 'the collaborator’s'),
  row('DELETE /api/trash/files/:id', OWNERS, owners, 'the owner’s'),
  row('DELETE /api/trash/files/:id', UPLOADERS, collaborators, 'the collaborator’s'),
];
