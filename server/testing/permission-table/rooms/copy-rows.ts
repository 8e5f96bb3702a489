import { type Row, type RowFixture, row } from '../row.ts';

/** Makes the shared folder a room with a file, and another room of the owner, which is not shared. */
async function twoRooms({ owner, folderId }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  const file = await owner.file({ folderId });
  const other = await owner.folder('Other room');
  await owner.post('/api/rooms', { folderId: other.id });
  const body = { entries: [{ kind: 'file', id: file.id }], folderId: other.id };
  return { params: { id: folderId }, body };
}

async function ofCopy(scene: RowFixture) {
  const { params, body } = await twoRooms(scene);
  const copy = await scene.owner.post(`/api/rooms/${params.id}/copies`, body);
  return { params: { id: copy.body.id } };
}

export const roomCopyRows: readonly Row[] = [
  row('POST /api/rooms/:id/copies', '401 403 401 401 404 403 202 202 401', twoRooms),
  row('GET /api/copies/:id', '401 403 401 401 404 404 200 404 401', ofCopy),
];
