import { type Row, type RowFixture, row } from '../row.ts';

const MANAGERS = '401 403 401 401 404 403 200 200 401';
const CREATES = MANAGERS.replaceAll('200', '201');

async function room({ owner, folderId }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  return { params: { id: folderId } };
}

async function account(scene: RowFixture) {
  const { params } = await room(scene);
  const url = `/api/rooms/${params.id}/service-accounts`;
  const { body } = await scene.owner.post(url, { name: 'Program', scope: 'read' });
  return { params: { id: body.id } };
}

export const serviceAccountRows: readonly Row[] = [
  row('GET /api/rooms/:id/service-accounts', MANAGERS, room),
  row('POST /api/rooms/:id/service-accounts', CREATES, async (scene) => ({
    ...(await room(scene)),
    body: { name: 'Program', scope: 'read' },
  })),
  row('POST /api/service-accounts/:id/token', CREATES, async (scene) => ({
    ...(await account(scene)),
    body: {},
  })),
  row('DELETE /api/service-accounts/:id', MANAGERS, account),
];
