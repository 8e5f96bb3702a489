import { type Row, type RowFixture, row } from '../row.ts';

async function ofPlaceholder({ owner, folderId }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  const { body } = await owner.post(`/api/folders/${folderId}/placeholders`, { name: 'Lease' });
  return { params: { id: body.id } };
}

export const placeholderRows: readonly Row[] = [
  row('GET /api/placeholders/:id/levels', '401 403 401 401 404 200 200 200 401', ofPlaceholder),
  row('PUT /api/placeholders/:id/levels', '401 403 401 401 404 403 200 200 401', async (scene) => ({
    ...(await ofPlaceholder(scene)),
    body: { levels: [] },
  })),
];
