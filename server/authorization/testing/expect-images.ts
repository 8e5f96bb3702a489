import { expect } from 'vitest';
import { toRenderableDocument } from '#server/modules/files/pages/renderable-document.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import type { GroupRoom } from '#server/testing/group-access-room.ts';
import { signPages } from '../page-signature.ts';

/** Expects the page image and the thumbnail of a file to answer a member with this status, whatever signature they have. */
export async function expectImages(
  { testApp }: GroupRoom,
  member: TestClient,
  { fileId, status }: { fileId: number; status: number },
): Promise<void> {
  const { services } = testApp.server;
  const row = await services.db
    .selectFrom('files')
    .select(['name', 'blob_key', 'owner_id'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  const { key: documentKey } = toRenderableDocument(services, { ...row, scan_state: 'clean', sent_by: null });
  const session = member.cookie?.split('=')[1] ?? '';
  for (const [purpose, path] of [
    ['pages', 'pages/1'],
    ['thumbnail', 'thumbnail'],
  ] as const) {
    const signature = signPages(services, session, { purpose, fileId, documentKey });
    // Nothing is drawn for a HEAD request.
    const url = `/api/files/${fileId}/${path}?signature=${signature}`;
    expect([path, (await member.send({ method: 'HEAD', url })).status]).toEqual([path, status]);
  }
}
