import { afterJobs, type Row, type RowFixture, row } from '../row.ts';

async function ofRoom({ owner, folderId }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  return { params: { id: folderId } };
}

async function ofArchive(scene: RowFixture) {
  const { params } = await ofRoom(scene);
  const wanted = { scope: 'room', format: 'zip' };
  const { body } = await scene.owner.post(`/api/rooms/${params.id}/archives`, wanted);
  return { params: { id: body.id } };
}

const MANAGERS = '401 403 401 401 404 403 200 200 401';

export const roomArchiveRows: readonly Row[] = [
  row('POST /api/rooms/:id/archives', MANAGERS.replaceAll('200', '202'), async (scene) => ({
    ...(await ofRoom(scene)),
    body: { scope: 'room', format: 'zip' },
  })),
  row('GET /api/rooms/:id/archives', MANAGERS, ofRoom),
  row('GET /api/rooms/:id/receipts', MANAGERS, ofRoom),
  row('GET /api/rooms/:id/anchors', MANAGERS, ofRoom),
  row('GET /api/rooms/:id/closing', MANAGERS, ofRoom),
  // Only a visitor of a link that hands the archive over.
  afterJobs(row('GET /api/archives/:id/download', MANAGERS.replace('403', '404'), ofArchive)),
  afterJobs(
    row('POST /api/archives/:id/links', MANAGERS.replaceAll('200', '201'), async (scene) => ({
      ...(await ofArchive(scene)),
      body: { name: 'For the buyer' },
    })),
  ),
  afterJobs(row('POST /api/archives/:id/verify', MANAGERS.replaceAll('200', '202'), ofArchive)),
  row('DELETE /api/archives/:id', MANAGERS, ofArchive),
];
