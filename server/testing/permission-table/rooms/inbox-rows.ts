import { ACTORS, type Row, type RowFixture, row } from '../row.ts';

/** Has a member of the group send a file to a folder that the group does not see. */
async function inInbox(scene: RowFixture) {
  await scene.owner.post('/api/rooms', { folderId: scene.folderId });
  const groups = `/api/rooms/${scene.folderId}/groups`;
  const { body: group } = await scene.owner.post(groups, { name: `Group ${scene.number}` });
  const inner = await scene.owner.folder('Inner', scene.folderId);
  const url = `/api/rooms/${scene.folderId}/permissions`;
  const [{ version }] = (await scene.owner.get(url)).body;
  const cell = { kind: 'folder', id: inner.id, groupId: group.id, level: 'none', mayAdd: true, version };
  await scene.owner.post(`/api/rooms/${scene.folderId}/publications`, {});
  await scene.owner.patch(url, { cells: [cell] });
  const members = { emails: [`sender-${scene.number}@example.test`] };
  const path = `/api/groups/${group.id}/members`;
  await scene.owner.send({
    method: 'PUT',
    url: path,
    payload: JSON.stringify(members),
    headers: { 'content-type': 'application/json' },
  });
  const [{ inviteUrl }] = (await scene.owner.get(path)).body;
  const sender = await scene.visit(inviteUrl);
  const parts = [
    { name: 'folderId', value: String(inner.id) },
    { name: 'allowDownload', value: 'true' },
    { name: 'file', value: 'Offer', filename: 'offer.txt' },
  ];
  const { id } = (await sender.form('/api/files', parts)).body;
  return { params: { id: group.id }, body: { fileIds: [id], folderId: inner.id } };
}

/** Managers and editors of the room. */
const STAFF = '401 403 401 401 404 200 200 200 401';

export const inboxRows: readonly Row[] = [
  row('GET /api/groups/:id/inbox', STAFF, inInbox),
  row('POST /api/groups/:id/inbox/accept', STAFF, inInbox),
  row('GET /api/upload-folders', ACTORS),
  row('GET /api/publication-approvals', ACTORS),
];
