import { ANYONE } from '../account-rows.ts';
import { type Row, type RowFixture, row } from '../row.ts';
import { BRAND_IMAGE_FORM } from './brand-image-form.ts';

/** Makes the shared folder a room. */
async function ofRoom({ owner, folderId }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  return { params: { id: folderId } };
}

/** Managers and editors of the room. */
const STAFF = '401 403 401 401 404 200 200 200 401';
const MANAGERS = '401 403 401 401 404 403 200 200 401';
const HIDDEN = ANYONE.replaceAll('200', '404');

export const brandRows: readonly Row[] = [
  row('GET /api/rooms/:id/brand', STAFF, ofRoom),
  row('PUT /api/rooms/:id/brand', MANAGERS, async (scene) => ({
    ...(await ofRoom(scene)),
    body: { name: 'Tarnbrook' },
  })),
  row('POST /api/rooms/:id/brand/images', MANAGERS, async (scene) => ({
    ...(await ofRoom(scene)),
    form: BRAND_IMAGE_FORM,
  })),
  row('DELETE /api/rooms/:id/brand/images/:kind', MANAGERS, async (scene) => ({
    params: { ...(await ofRoom(scene)).params, kind: 'icon' },
  })),
  row('GET /api/rooms/:id/brand/images/:token', HIDDEN, async (scene) => ({
    params: { ...(await ofRoom(scene)).params, token: 'A'.repeat(22) },
  })),
];
