import { expect } from 'vitest';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { rows } from '#server/testing/permission-table/rows.ts';
import { openScene, prepareRequest, send } from '#server/testing/permission-table/scene.ts';
import { test } from '#server/testing/test-app.ts';

const [UNRELATED, ADMINISTRATOR] = [4, 7];

/**
 * Calls that tell administrators nothing of what is in a room: the name, state and staff of rooms, texts such as terms and
 * watermarks, and what is in none.
 */
const ALLOWED = [
  'DELETE /api/files/:id in a root 200',
  'DELETE /api/room-templates/:id  200',
  'DELETE /api/terms/:id  200',
  'DELETE /api/watermarks/:id  200',
  'GET /api/files/:id in a root 200',
  'GET /api/files/:id/download in a root 200',
  'GET /api/files/:id/view in a root 200',
  'GET /api/rooms/:id/staff  200',
  'GET /api/rooms/:id/staff/:userId  200',
  'GET /api/search reindex 200',
  'GET /api/terms/:id  200',
  'GET /api/terms/:id/document  200',
  'GET /api/terms/acceptances/:id/pdf  200',
  'GET /api/users  200',
  'GET /api/watermarks/:id  200',
  'GET /api/watermarks/:id of a room 200',
  'PATCH /api/terms/:id  200',
  'PATCH /api/watermarks/:id  200',
  'POST /api/rooms/:id/emergency-access  201',
  'POST /api/terms/:id/versions  201',
  'POST /api/user/tokens for administrators 201',
  'POST /api/webhooks of everything 201',
];

test('an administrator whom a room excludes is answered there like an unrelated user', {
  timeout: 300_000,
  tags: ['full'],
}, async ({ testApp }) => {
  const endpoints = new Map((await listEndpoints()).map((endpoint) => [endpointName(endpoint), endpoint]));
  const { db, now } = testApp.server.services;
  const allowed: string[] = [];
  for (const row of rows) {
    const endpoint = endpoints.get(row.endpoint);
    const statuses = row.statuses.split(' ').map(Number);
    const [unrelated = 0, administrator = 0] = [statuses[UNRELATED], statuses[ADMINISTRATOR]];
    if (!endpoint || endpoint.caller === 'administrator' || administrator >= 400 || unrelated < 400) continue;
    const { scene, clientOf } = await openScene(testApp);
    const request = await prepareRequest(testApp, row, scene);
    const room = { folder_id: scene.folderId, created_by_id: scene.owner.id, created_at: now() };
    await db
      .insertInto('rooms')
      .values({ ...room, administrators_can_read: 0 })
      .onConflict((conflict) => conflict.column('folder_id').doUpdateSet({ administrators_can_read: 0 }))
      .execute();
    const { status } = await send(await clientOf('administrator'), endpoint, request);
    if (status !== unrelated) allowed.push(`${row.endpoint} ${row.note} ${status}`);
  }
  expect(allowed.toSorted()).toEqual(ALLOWED);
});
