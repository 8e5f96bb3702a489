import { type Row, type RowFixture, row } from './row.ts';

/** Makes the shared folder a room, with a group and a folder inside. */
async function room({ owner, folderId, number }: RowFixture) {
  await owner.post('/api/rooms', { folderId });
  const { body: group } = await owner.post(`/api/rooms/${folderId}/groups`, { name: `Group ${number}` });
  return { group, inner: await owner.folder('Inner', folderId) };
}

const ofRoom = async (scene: RowFixture) => {
  await room(scene);
  return { params: { id: scene.folderId } };
};
const ofFile = async (scene: RowFixture) => {
  await room(scene);
  return { params: { id: (await scene.owner.file({ folderId: scene.folderId })).id } };
};
const ofGroup = async (scene: RowFixture) => ({ params: { id: (await room(scene)).group.id } });

async function withDraft(scene: RowFixture) {
  await ofFile(scene);
  return { params: { id: scene.folderId }, body: {} };
}

async function withDraftLevel(scene: RowFixture) {
  const { group, inner } = await room(scene);
  const url = `/api/rooms/${scene.folderId}`;
  const [{ version }] = (await scene.owner.get(`${url}/permissions`)).body;
  const cell = { kind: 'folder', id: inner.id, groupId: group.id, level: 'view', version };
  await scene.owner.patch(`${url}/permissions`, { cells: [cell], draft: true });
  return { params: { id: (await scene.owner.get(`${url}/drafts`)).body.changes[0].id } };
}

/** Has the owner ask a second manager to approve a publication. */
async function requested(scene: RowFixture): Promise<{ id: number; version: string }> {
  const { params } = await withDraft(scene);
  const url = `/api/rooms/${params.id}`;
  await scene.owner.send({
    method: 'PUT',
    url: `${url}/staff/${scene.accountId}`,
    payload: JSON.stringify({ role: 'manager' }),
    headers: { 'content-type': 'application/json' },
  });
  await scene.owner.patch(url, { settings: { publicationApproval: true } });
  return (await scene.owner.post(`${url}/publications`, {})).body;
}

async function member(scene: RowFixture) {
  const { group } = await room(scene);
  const path = `/api/groups/${group.id}/members`;
  await scene.owner.send({
    method: 'PUT',
    url: path,
    payload: JSON.stringify({ emails: [`member-${scene.number}@example.test`] }),
    headers: { 'content-type': 'application/json' },
  });
  const [{ id: memberId }] = (await scene.owner.get(path)).body;
  return { params: { id: group.id, memberId } };
}

const staffOf = async (scene: RowFixture) => {
  await room(scene);
  return { params: { id: scene.folderId, userId: scene.collaborator.id } };
};

const USERS = '401 403 401 401 200 200 200 200 401';
/** Managers and editors of the room. */
const STAFF = '401 403 401 401 404 200 200 200 401';
const MANAGERS = '401 403 401 401 404 403 200 200 401';
/** Managers other than the owner, who requested it. */
const DECIDERS = '401 404 401 401 404 403 403 200 401';

export const roomRows: readonly Row[] = [
  row('GET /api/rooms', USERS),
  row('POST /api/rooms', MANAGERS.replaceAll('200', '201'), ({ folderId }) => ({ body: { folderId } })),
  row('GET /api/rooms/:id/groups', STAFF, ofRoom),
  row('POST /api/rooms/:id/groups', MANAGERS.replaceAll('200', '201'), async (scene) => ({
    ...(await ofRoom(scene)),
    body: { name: 'Bidder' },
  })),
  row('GET /api/groups/:id', STAFF, ofGroup),
  row('PATCH /api/groups/:id', MANAGERS, async (scene) => ({
    ...(await ofGroup(scene)),
    body: { name: 'Renamed' },
  })),
  row('DELETE /api/groups/:id', MANAGERS, ofGroup),
  row('GET /api/groups/:id/members', STAFF, ofGroup),
  row('PUT /api/groups/:id/members', MANAGERS, async (scene) => ({
    ...(await ofGroup(scene)),
    body: { emails: ['bidder@example.test'] },
  })),
  row('DELETE /api/groups/:id/members/:memberId', MANAGERS, member),
  row('GET /api/rooms/:id/synonyms', STAFF, ofRoom),
  row('PUT /api/rooms/:id/synonyms', MANAGERS, async (scene) => {
    const { params } = await ofRoom(scene);
    const { body } = await scene.owner.get(`/api/rooms/${params.id}/synonyms`);
    return { params, body: { groups: [['alpha', 'beta']], version: body.version } };
  }),
  row('GET /api/rooms/:id/permissions', STAFF, ofRoom),
  row('GET /api/rooms/:id/permissions/export', STAFF, ofRoom),
  row('PATCH /api/rooms/:id/permissions', MANAGERS, async (scene) => {
    const { group, inner } = await room(scene);
    const [{ version }] = (await scene.owner.get(`/api/rooms/${scene.folderId}/permissions`)).body;
    const cell = { kind: 'folder', id: inner.id, groupId: group.id, level: 'view', version };
    return { params: { id: scene.folderId }, body: { cells: [cell] } };
  }),
  row('GET /api/rooms/:id/permissions/why', STAFF, async (scene) => {
    const { group, inner } = await room(scene);
    return { params: { id: scene.folderId }, query: `kind=folder&id=${inner.id}&groupId=${group.id}` };
  }),
  row('GET /api/rooms/:id/staff', STAFF, ofRoom),
  row('GET /api/rooms/:id/staff/:userId', STAFF, staffOf),
  row('PUT /api/rooms/:id/staff/:userId', MANAGERS, async (scene) => ({
    ...(await staffOf(scene)),
    body: { role: 'manager' },
  })),
  row('DELETE /api/rooms/:id/staff/:userId', MANAGERS, staffOf),
  row('GET /api/rooms/:id', STAFF, ofRoom),
  row('PATCH /api/rooms/:id', MANAGERS, async (scene) => ({
    ...(await ofRoom(scene)),
    body: { settings: { draftUploads: false } },
  })),
  row('GET /api/rooms/:id/emergency-access', STAFF, ofRoom),
  row('POST /api/rooms/:id/state', MANAGERS, async (scene) => ({
    ...(await ofRoom(scene)),
    body: { state: 'closed', version: 1 },
  })),
  row('GET /api/rooms/:id/drafts', STAFF, ofRoom),
  row('GET /api/rooms/:id/publications', STAFF, ofRoom),
  row('POST /api/rooms/:id/publications', MANAGERS.replaceAll('200', '201'), withDraft),
  row('POST /api/rooms/:id/publications/preview', STAFF, async (scene) => {
    const { params } = await ofFile(scene);
    return { params: { id: scene.folderId }, body: { selection: { fileIds: [params.id] } } };
  }),
  row('DELETE /api/publications/:id', MANAGERS, async (scene) => {
    const { params } = await withDraft(scene);
    const at = '2099-01-01T00:00:00Z';
    const { body } = await scene.owner.post(`/api/rooms/${params.id}/publications`, { at });
    return { params: { id: body.id } };
  }),
  row('DELETE /api/drafts/:id', MANAGERS, withDraftLevel),
  row('POST /api/publications/:id/approve', DECIDERS, async (scene) => {
    const { id, version } = await requested(scene);
    return { params: { id }, body: { version } };
  }),
  row('POST /api/publications/:id/decline', DECIDERS, async (scene) => {
    const { id } = await requested(scene);
    return { params: { id }, body: { reason: 'Not yet' } };
  }),
  row('POST /api/rooms/:id/view-as', '401 404 401 401 404 403 201 201 401', async (scene) => ({
    params: { id: scene.folderId },
    body: { groupId: (await room(scene)).group.id },
  })),
  row('DELETE /api/rooms/:id/view-as', '401 404 401 401 404 403 200 200 401', ofRoom),
  row('GET /api/files/:id/audience', STAFF, ofFile),
  row('GET /api/folders/:id/entries', '401 200 401 401 404 200 200 200 401', ofRoom),
  row('PATCH /api/folders/:id/order', '401 403 401 401 404 200 200 200 401', async (scene) => {
    const { inner } = await room(scene);
    return { params: { id: scene.folderId }, body: { kind: 'folder', id: inner.id, before: null } };
  }),
  row('POST /api/rooms/:id/numbers/freeze', MANAGERS, ofRoom),
  row('POST /api/rooms/:id/index', STAFF, async (scene) => ({
    ...(await ofRoom(scene)),
    form: [{ name: 'file', value: 'Number,Name\n1,Finance\n', filename: 'index.csv' }],
  })),
  row(
    'POST /api/rooms/:id/index',
    STAFF,
    async (scene) => ({
      ...(await ofRoom(scene)),
      form: [
        { name: 'apply', value: 'true' },
        { name: 'file', value: 'Number,Name\n', filename: 'index.csv' },
      ],
    }),
    'with apply',
  ),
  row('GET /api/rooms/:id/index', '401 404 401 401 404 200 200 200 401', ofRoom),
  row('GET /api/folders/:id/groups', STAFF, ({ folderId }) => ({ params: { id: folderId } })),
  row('GET /api/files/:id/groups', STAFF, ofFile),
];

/** Comes last: while a room excludes administrators, none of them may export the audit log. */
export const emergencyRows: readonly Row[] = [
  row('POST /api/rooms/:id/emergency-access', '401 403 401 401 404 403 403 201 401', async (scene) => {
    const { params } = await ofRoom(scene);
    await scene.owner.patch(`/api/rooms/${params.id}`, { settings: { administratorsCanRead: false } });
    return { params, body: { reason: 'The manager has left' } };
  }),
];
