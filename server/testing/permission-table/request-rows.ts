import { type Row, type RowFixture, row } from './row.ts';

/** Managers and editors of the room. */
const STAFF = '401 403 401 401 404 200 200 200 401';
/** Calls that groups make too; a visitor of another kind does not learn that it is a room. */
const READERS = '401 404 401 401 404 200 200 200 401';
const CREATED = STAFF.replaceAll('200', '201');

/** Makes the shared folder a room with an area and a request. */
async function list({ owner, folderId }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  const { body: area } = await owner.post(`/api/rooms/${folderId}/areas`, { name: 'Tax' });
  const { body: request } = await owner.post(`/api/rooms/${folderId}/requests`, { text: 'Tax returns' });
  return { area, request };
}

const ofRoom = async (scene: RowFixture) => {
  await list(scene);
  return { params: { id: scene.folderId } };
};
const ofRequest = async (scene: RowFixture) => ({ params: { id: (await list(scene)).request.id } });
const ofArea = async (scene: RowFixture) => ({ params: { id: (await list(scene)).area.id } });

async function withFile(scene: RowFixture) {
  const { request } = await list(scene);
  const { id: fileId } = await scene.owner.file({ folderId: scene.folderId });
  return { request, fileId };
}

export const requestRows: readonly Row[] = [
  { ...row('GET /api/rooms/:id/requests', READERS, ofRoom), memberStatus: 200 },
  row('GET /api/room-memberships', '401 200 401 401 200 200 200 200 401'),
  { ...row('GET /api/rooms/:id/members', READERS, ofRoom), memberStatus: 200 },
  row('POST /api/rooms/:id/requests', CREATED, async (scene) => ({
    ...(await ofRoom(scene)),
    body: { text: 'Leases' },
  })),
  row('POST /api/rooms/:id/requests/import', STAFF, async (scene) => ({
    ...(await ofRoom(scene)),
    form: [{ name: 'file', value: 'Request\nLeases\n', filename: 'list.csv' }],
  })),
  row('GET /api/requests/:id', READERS, ofRequest),
  row('PATCH /api/requests/:id', READERS, async (scene) => ({
    ...(await ofRequest(scene)),
    body: { state: 'accepted' },
  })),
  row('DELETE /api/requests/:id', STAFF, ofRequest),
  row('POST /api/requests/:id/files', STAFF, async (scene) => {
    const { request, fileId } = await withFile(scene);
    return { params: { id: request.id }, body: { fileIds: [fileId] } };
  }),
  row('DELETE /api/requests/:id/files/:fileId', STAFF, async (scene) => {
    const { request, fileId } = await withFile(scene);
    await scene.owner.post(`/api/requests/${request.id}/files`, { fileIds: [fileId] });
    return { params: { id: request.id, fileId } };
  }),
  row('GET /api/requests/:id/suggestions', STAFF, ofRequest),
  { ...row('GET /api/rooms/:id/areas', READERS, ofRoom), memberStatus: 200 },
  row('POST /api/rooms/:id/areas', CREATED, async (scene) => ({
    ...(await ofRoom(scene)),
    body: { name: 'Finance' },
  })),
  row('PATCH /api/areas/:id', STAFF, async (scene) => ({
    ...(await ofArea(scene)),
    body: { name: 'Taxes' },
  })),
  row('DELETE /api/areas/:id', STAFF, ofArea),
];
