import type { TestClient } from '../../clients/inject-client.ts';
import { ADMINISTRATORS, type Row, type RowFixture, row } from '../row.ts';

const TEXT = { kind: 'link', subject: 'Your code', body: 'Hello {recipient}' };

/** Managers and editors of the room read its texts; managers change them. */
const STAFF = '401 403 401 401 404 200 200 200 401';
const MANAGERS = '401 403 401 401 404 403 200 200 401';
const CREATED = '201';

async function withoutTexts(client: TestClient, url: string): Promise<void> {
  for (const { id } of (await client.get(url)).body) await client.delete(`${url}/${id}`);
}

/** Writes the text anew, which is the only one of its kind. */
async function writeText(client: TestClient, url: string): Promise<number> {
  await withoutTexts(client, url);
  return (await client.post(url, TEXT)).body.id;
}

const ADMIN = '/api/admin/mail-texts';

async function ofRoom({ owner, folderId }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  return { params: { id: folderId } };
}

async function ofRoomText(scene: RowFixture) {
  const { params } = await ofRoom(scene);
  const textId = await writeText(scene.owner, `/api/rooms/${scene.folderId}/mail-texts`);
  return { params: { ...params, textId } };
}

const ofText = async ({ administrator }: RowFixture) => ({
  params: { id: await writeText(administrator, ADMIN) },
});

export const mailTextRows: readonly Row[] = [
  row(`GET ${ADMIN}`, ADMINISTRATORS),
  row(`POST ${ADMIN}`, ADMINISTRATORS.replace('200', CREATED), async ({ administrator }) => {
    await withoutTexts(administrator, ADMIN);
    return { body: TEXT };
  }),
  row(`PATCH ${ADMIN}/:id`, ADMINISTRATORS, async (scene) => ({
    ...(await ofText(scene)),
    body: { body: 'Welcome' },
  })),
  row(`DELETE ${ADMIN}/:id`, ADMINISTRATORS, ofText),
  row(`POST ${ADMIN}/preview`, ADMINISTRATORS, () => ({ body: TEXT })),
  row('GET /api/rooms/:id/mail-texts', STAFF, ofRoom),
  row('POST /api/rooms/:id/mail-texts', MANAGERS.replaceAll('200', CREATED), async (scene) => ({
    ...(await ofRoom(scene)),
    body: TEXT,
  })),
  row('PATCH /api/rooms/:id/mail-texts/:textId', MANAGERS, async (scene) => ({
    ...(await ofRoomText(scene)),
    body: { body: 'Welcome' },
  })),
  row('DELETE /api/rooms/:id/mail-texts/:textId', MANAGERS, ofRoomText),
  row('POST /api/rooms/:id/mail-texts/preview', MANAGERS, async (scene) => ({
    ...(await ofRoom(scene)),
    body: TEXT,
  })),
];
