import { afterJobs, type Row, type RowFixture, row } from './row.ts';

async function groupOf({ owner, folderId, number }: RowFixture): Promise<number> {
  await owner.post('/api/rooms', { folderId });
  return (await owner.post(`/api/rooms/${folderId}/groups`, { name: `Group ${number}` })).body.id;
}

const ofGroup = async (scene: RowFixture) => ({ params: { id: await groupOf(scene) } });

async function ofRoom(scene: RowFixture) {
  await groupOf(scene);
  return { params: { id: scene.folderId } };
}

/** A check of no documents. */
async function ofCheck(scene: RowFixture) {
  const url = `/api/groups/${await groupOf(scene)}/exposure-checks`;
  return { params: { id: (await scene.owner.post(url, {})).body.id } };
}

/** Managers and editors of the room. */
const STAFF = '401 403 401 401 404 200 200 200 401';
const MANAGERS = '401 403 401 401 404 403 200 200 401';

export const exposureRows: readonly Row[] = [
  row('POST /api/rooms/:id/permissions/copy', MANAGERS, async (scene) => {
    const fromGroupId = await groupOf(scene);
    const url = `/api/rooms/${scene.folderId}/groups`;
    const { id } = (await scene.owner.post(url, { name: `Other ${scene.number}` })).body;
    return { params: { id: scene.folderId }, body: { fromGroupId, toGroupId: id } };
  }),
  row('GET /api/rooms/:id/exposure-settings', STAFF, ofRoom),
  row('PUT /api/rooms/:id/exposure-settings', MANAGERS, async (scene) => ({
    ...(await ofRoom(scene)),
    body: { names: ['Falcon'], questions: ['Salaries'] },
  })),
  row('POST /api/groups/:id/exposure-checks', MANAGERS.replaceAll('200', '202'), async (scene) => ({
    ...(await ofGroup(scene)),
    body: {},
  })),
  row('GET /api/groups/:id/exposure-checks', STAFF, ofGroup),
  row('GET /api/exposure-checks/:id', STAFF, ofCheck),
  row('GET /api/exposure-checks/:id/findings', STAFF, ofCheck),
  row('GET /api/exposure-checks/:id/documents', STAFF, ofCheck),
  row('GET /api/exposure-checks/:id/export', STAFF, ofCheck),
  row(
    'POST /api/exposure-checks/:id/findings/:findingId',
    STAFF.replaceAll('200', '404'),
    async (scene) => ({
      params: { ...(await ofCheck(scene)).params, findingId: 1_000_000_000 },
      body: { decision: 'lower' },
    }),
    'which does not exist',
  ),
  afterJobs(row('POST /api/exposure-checks/:id/sign-off', MANAGERS, ofCheck)),
];
