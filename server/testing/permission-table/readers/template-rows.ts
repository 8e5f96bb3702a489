import { type Row, type RowFixture, row, USERS } from '../row.ts';

async function withTemplate({ owner, folderId, number }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  const { body } = await owner.post('/api/room-templates', { roomId: folderId, name: `Template ${number}` });
  return { params: { id: body.id } };
}

export const templateRows: readonly Row[] = [
  row(
    'POST /api/rooms',
    '401 403 401 401 201 201 201 201 401',
    ({ number }) => ({ body: { name: `Room ${number}`, templateId: 1 } }),
    'from a template',
  ),
  row('GET /api/room-templates', USERS),
  row('POST /api/room-templates', '401 403 401 401 404 403 201 201 401', async ({ owner, folderId }) => {
    await owner.post('/api/rooms', { folderId });
    return { body: { roomId: folderId, name: 'Template' } };
  }),
  row('DELETE /api/room-templates/:id', '401 403 401 401 404 404 200 200 401', withTemplate),
];
