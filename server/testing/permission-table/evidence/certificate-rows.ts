import { ACTORS, afterJobs, type Row, type RowFixture, row } from '../row.ts';

async function ofRoom({ owner, folderId }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  return { params: { id: folderId } };
}

const ofParty = async (scene: RowFixture) => ({
  ...(await ofRoom(scene)),
  body: { userId: scene.owner.id },
});

async function ofCertificate(scene: RowFixture) {
  const { params, body: party } = await ofParty(scene);
  const { body } = await scene.owner.post(`/api/rooms/${params.id}/certificates`, party);
  return { params: { id: body.id } };
}

const ofOwner = async ({ owner }: RowFixture) => ({
  params: { id: (await owner.post('/api/certificates')).body.id },
});

const MANAGERS = '401 403 401 401 404 403 200 200 401';

export const certificateRows: readonly Row[] = [
  row('POST /api/rooms/:id/certificates', MANAGERS.replaceAll('200', '202'), ofParty),
  row('GET /api/rooms/:id/certificates', MANAGERS, ofRoom),
  row('GET /api/rooms/:id/certificates/parties', MANAGERS, ofRoom),
  afterJobs(row('GET /api/certificates/:id', '401 404 401 401 404 404 200 200 401', ofCertificate)),
  afterJobs(row('GET /api/certificates/:id', '401 404 401 401 404 404 200 404 401', ofOwner, 'of oneself')),
  row('POST /api/certificates', ACTORS.replaceAll('200', '202')),
  row('GET /api/certificates', ACTORS),
];
