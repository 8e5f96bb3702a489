import { createTusClient } from '../clients/tus-client.ts';
import { type Row, type RowFixture, row } from './row.ts';

/** Not even an administrator may use another user's import. */
const own = (status: number) => `401 403 401 401 404 404 ${status} 404 401`;

/** Creates an import of the owner into the shared folder, with a source. */
async function owners({ owner, folderId }: RowFixture) {
  const { body } = await owner.post('/api/imports', { folderId });
  const tus = createTusClient(owner);
  const url = await tus.open(2, { importId: String(body.id), relativePath: 'Folder/note.txt' });
  await tus.append(url, 0, Buffer.from('A.'));
  return { params: { id: body.id } };
}

export const importRows: readonly Row[] = [
  row('POST /api/imports', '401 403 401 401 404 201 201 201 401', ({ folderId }) => ({ body: { folderId } })),
  row('GET /api/imports', '401 403 401 401 200 200 200 200 401'),
  row('GET /api/imports/:id', own(200), owners),
  row('POST /api/imports/:id/check', own(202), owners),
  row('POST /api/imports/:id/apply', own(409), owners, 'before it is checked'),
  row('DELETE /api/imports/:id', own(200), owners),
];
