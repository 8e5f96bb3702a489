import { type Row, type RowFixture, row } from '../row.ts';

async function ofRoom({ owner, folderId }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  return { params: { id: folderId } };
}

async function groupIn(scene: RowFixture): Promise<number> {
  const { params } = await ofRoom(scene);
  const name = `Group ${scene.number}`;
  return (await scene.owner.post(`/api/rooms/${params.id}/groups`, { name })).body.id;
}

const ofGroup = async (scene: RowFixture) => {
  const groupId = await groupIn(scene);
  return { params: { id: scene.folderId }, query: `groupId=${groupId}` };
};

async function ofMember(scene: RowFixture) {
  const url = `/api/groups/${await groupIn(scene)}/members`;
  await scene.owner.send({
    method: 'PUT',
    url,
    payload: JSON.stringify({ emails: [`reader-${scene.number}@example.test`] }),
    headers: { 'content-type': 'application/json' },
  });
  const [member] = (await scene.owner.get(url)).body;
  return { params: { id: scene.folderId, memberId: member.id } };
}

async function ofFile(scene: RowFixture) {
  const { id } = await scene.owner.file({ folderId: scene.folderId });
  await ofRoom(scene);
  return { params: { id } };
}

const MANAGERS = '401 403 401 401 404 403 200 200 401';

/** The installation of the table has no mail server. */
const WITHOUT_MAIL = MANAGERS.replaceAll('200', '400');
const NOBODYS = '401 403 401 401 404 404 404 404 401';
const ofNoReport = () => ({ params: { id: 999_999 } });

export const analyticsRows: readonly Row[] = [
  row('GET /api/rooms/:id/analytics', MANAGERS, ofRoom),
  row('GET /api/rooms/:id/analytics/total', MANAGERS, ofGroup),
  row('GET /api/rooms/:id/analytics/score', MANAGERS, ofGroup),
  row('GET /api/rooms/:id/analytics/people/:memberId', MANAGERS, ofMember),
  row('GET /api/rooms/:id/analytics/searches', MANAGERS, async (scene) => {
    const { params } = await ofRoom(scene);
    await scene.owner.patch(`/api/rooms/${params.id}`, {
      settings: { analytics: { recordSearchWords: true } },
    });
    return { params };
  }),
  row('GET /api/rooms/:id/analytics/report', MANAGERS, async (scene) => ({
    ...(await ofRoom(scene)),
    query: 'format=csv',
  })),
  row('GET /api/rooms/:id/history', MANAGERS, ofRoom),
  row('GET /api/rooms/:id/history/export', MANAGERS, async (scene) => ({
    ...(await ofRoom(scene)),
    query: 'format=csv',
  })),
  row('GET /api/rooms/:id/analytics/own', '401 404 401 401 404 404 404 404 401', ofRoom),
  row('GET /api/reports', '401 403 401 401 200 200 200 200 401'),
  row('POST /api/reports', WITHOUT_MAIL, async (scene) => ({
    body: { roomId: (await ofRoom(scene)).params.id },
  })),
  row('PATCH /api/reports/:id', NOBODYS, () => ({ ...ofNoReport(), body: { hour: 9 } })),
  row('DELETE /api/reports/:id', NOBODYS, ofNoReport),
  row('GET /api/rooms/:id/heatmap', MANAGERS, ofRoom),
  row('GET /api/rooms/:id/unread', MANAGERS, ofGroup),
  row('GET /api/files/:id/heatmap', MANAGERS, ofFile),
];
