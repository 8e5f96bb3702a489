import { expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';

test('each folder and placeholder of an applied index has an event of its own', async ({ testApp }) => {
  const { owner, root, inner } = await openRoom(testApp);
  const before = await findLastPosition(testApp);
  const sheet = [
    'Number,Name,Kind,Due,Responsible',
    '1,Finance 2026,Folder',
    '1.3,Lease,,2026-12-12,Ms. Roth',
    '2,Legal,Folder',
    '2.1,Articles',
    '3,Permit',
  ].join('\n');
  const { status } = await owner.form(`/api/rooms/${root.id}/index`, [
    { name: 'apply', value: 'true' },
    { name: 'file', value: sheet, filename: 'index.csv' },
  ]);
  expect(status).toBe(200);
  const { db } = testApp.server.services;
  const placeholders = await db.selectFrom('placeholders').selectAll().orderBy('name').execute();
  const [articles, lease, permit] = placeholders;
  const events = await listAuditEvents(testApp, before);
  const [legal, ...created] = events.filter(({ action }) => action.endsWith('.create'));
  expect(legal).toMatchObject({ action: 'folder.create', details: { parentId: root.id } });
  const dueAt = Date.parse('2026-12-12T23:59:59.000Z');
  const nobody = { responsibleName: null, dueAt: null };
  expect(created.map(({ action, object, details }) => ({ action, object, details }))).toEqual(
    [
      {
        object: `folder ${inner.id} Finance`,
        details: { placeholderId: lease?.id, name: 'Lease', responsibleName: 'Ms. Roth', dueAt },
      },
      { object: legal?.object, details: { placeholderId: articles?.id, name: 'Articles', ...nobody } },
      {
        object: `folder ${root.id} Deal`,
        details: { placeholderId: permit?.id, name: 'Permit', ...nobody },
      },
    ]
      .toSorted((one, other) => (one.details.placeholderId ?? 0) - (other.details.placeholderId ?? 0))
      .map((event) => ({ action: 'placeholder.create', ...event })),
  );
  expect(events.at(-1)).toMatchObject({ action: 'room.import-index' });
});
