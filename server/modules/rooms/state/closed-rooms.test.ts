import { expect } from 'vitest';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { rows } from '#server/testing/permission-table/rows.ts';
import { openScene, prepareRequest, send } from '#server/testing/permission-table/scene.ts';
import { test } from '#server/testing/test-app.ts';

/**
 * Calls about the own account, about what the caller has seen and follows, and about links, watermarks, invitations and uploads
 * that are the caller's own.
 */
const OUTSIDE_ROOMS =
  /^\w+ \/api\/(?:login|register|logout|user\/|search|changes\/seen|follows|digests|trash|uploads|invitations\/:id|visitor|links\/:id|link-access|terms|watermarks|receipts|certificates|webhooks|room-templates|saved-searches)/;

/** Calls that read or preview, take access away or change the state, and those whose row concerns no folder. */
const ALLOWED = [
  'POST /api/folders',
  'DELETE /api/folders/:id/collaborators/:userId',
  'POST /api/files',
  'DELETE /api/files/:id in a root',
  'POST /api/files/:id/views',
  'POST /api/files/bulk/download',
  'POST /api/files/bulk/download with one unseen',
  'POST /api/files/bulk/archive',
  'POST /api/files/bulk/archive with one unseen',
  'DELETE /api/groups/:id',
  'DELETE /api/groups/:id/members/:memberId',
  'DELETE /api/rooms/:id/staff/:userId',
  'POST /api/rooms/:id/state',
  'POST /api/rooms/:id/view-as',
  'DELETE /api/rooms/:id/view-as',
  'DELETE /api/service-accounts/:id',
  'POST /api/rooms/:id/index',
  'POST /api/rooms/:id/publications/preview',
  'POST /api/rooms/:id/archives',
  'POST /api/rooms/:id/certificates',
  'POST /api/archives/:id/verify',
  'POST /api/archives/:id/links',
  'DELETE /api/archives/:id',
  'POST /api/rooms from a template',
];

const ARCHIVED = [409, 'This room is archived.'];

test('every other call of the permission table is refused in a closed room, and in an archived one', {
  timeout: 300_000,
}, async ({ testApp }) => {
  const endpoints = new Map((await listEndpoints()).map((endpoint) => [endpointName(endpoint), endpoint]));
  const { db, now } = testApp.server.services;
  const allowed: string[] = [];
  for (const row of rows) {
    const endpoint = endpoints.get(row.endpoint);
    const isForOwner = Number(row.statuses.split(' ')[6]) < 400;
    const reads = endpoint?.method === 'GET' || endpoint?.method === 'HEAD';
    if (!endpoint || reads || !isForOwner || OUTSIDE_ROOMS.test(row.endpoint)) continue;
    const { scene, clientOf } = await openScene(testApp);
    const request = await prepareRequest(testApp, row, scene);
    const owner = await clientOf('owner');
    const room = { folder_id: scene.folderId, created_by_id: scene.owner.id, created_at: now() };
    await db
      .insertInto('rooms')
      .values({ ...room, state: 'closed' })
      .onConflict((conflict) => conflict.column('folder_id').doUpdateSet({ state: 'closed' }))
      .execute();
    const { status, body } = await send(owner, endpoint, request);
    const sendInArchivedRoom = async () => {
      await db
        .updateTable('rooms')
        .set({ archived_at: now() })
        .where('folder_id', '=', scene.folderId)
        .execute();
      const { status, body } = await send(owner, endpoint, request);
      return [status, body.error];
    };
    const isRefused = status === 409 && body.error === 'This room is closed.';
    if (!isRefused) allowed.push(`${row.endpoint} ${row.note}`.trim());
    else expect([row.endpoint, await sendInArchivedRoom()]).toEqual([row.endpoint, ARCHIVED]);
  }
  expect(allowed.toSorted()).toEqual(ALLOWED.toSorted());
});
