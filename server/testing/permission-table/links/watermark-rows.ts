import { type Row, type RowFixture, row, USERS } from '../row.ts';

const LOOK = { template: 'For {email}', angle: 30, size: 100, density: 100, color: 'gray' };
const OWNER = '401 403 401 401 404 404 200 200 401';

const watermark = async ({ owner }: RowFixture, fields: object = {}) => {
  const { body } = await owner.post('/api/watermarks', { name: 'Ours', ...LOOK, ...fields });
  return { params: { id: body.id } };
};

/** A watermark that was made for a room: its editors do not find it, its managers do. */
async function ofRoom(scene: RowFixture) {
  await scene.owner.post('/api/rooms', { folderId: scene.folderId });
  return watermark(scene, { roomId: scene.folderId });
}

export const watermarkRows: readonly Row[] = [
  row('GET /api/watermarks', USERS),
  row('POST /api/watermarks', USERS.replaceAll('200', '201'), () => ({ body: { name: 'Ours', ...LOOK } })),
  row(
    'POST /api/watermarks',
    '401 403 401 401 404 403 201 201 401',
    async ({ owner, folderId }) => {
      await owner.post('/api/rooms', { folderId });
      return { body: { name: 'Ours', ...LOOK, roomId: folderId } };
    },
    'for a room',
  ),
  row('GET /api/watermarks/:id', OWNER, (scene) => watermark(scene)),
  row('GET /api/watermarks/:id', OWNER, ofRoom, 'of a room'),
  row('PATCH /api/watermarks/:id', OWNER, async (scene) => ({
    ...(await watermark(scene)),
    body: { name: 'Renamed' },
  })),
  row('DELETE /api/watermarks/:id', OWNER, (scene) => watermark(scene)),
  row('POST /api/watermarks/preview', USERS, () => ({ body: LOOK })),
];
