import { type Row, type RowFixture, row } from '../row.ts';

async function ofRoom({ owner, folderId }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  return { params: { id: folderId } };
}

async function ofPlaceholder(scene: RowFixture) {
  await ofRoom(scene);
  const { owner, folderId } = scene;
  const { body } = await owner.post(`/api/folders/${folderId}/placeholders`, { name: 'Lease' });
  return { params: { id: body.id } };
}

export const placeholderRows: readonly Row[] = [
  row('POST /api/folders/:id/placeholders', '401 403 401 401 404 201 201 201 401', async (scene) => ({
    ...(await ofRoom(scene)),
    body: { name: 'Lease' },
  })),
  row('PATCH /api/placeholders/:id', '401 403 401 401 404 200 200 200 401', async (scene) => ({
    ...(await ofPlaceholder(scene)),
    body: { name: 'Leases' },
  })),
  row('DELETE /api/placeholders/:id', '401 403 401 401 404 200 200 200 401', ofPlaceholder),
  row('GET /api/placeholders/:id/levels', '401 403 401 401 404 200 200 200 401', ofPlaceholder),
  row('PUT /api/placeholders/:id/levels', '401 403 401 401 404 403 200 200 401', async (scene) => ({
    ...(await ofPlaceholder(scene)),
    body: { levels: [] },
  })),
];
