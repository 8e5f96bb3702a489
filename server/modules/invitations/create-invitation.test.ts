import { describe, expect, onTestFinished } from 'vitest';
import { readRows } from '#server/testing/audit-events.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { openTestApp, type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const guest = () => `${crypto.randomUUID()}@example.test`;
const tokenOf = (url: string) => url.replace('http://localhost:3000/accept-invite/', '');

async function setSetting(testApp: TestApp, name: string, value: unknown) {
  await testApp.server.services.db
    .insertInto('system_settings')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();
}

/** Opens a visitor's link without a session. */
async function enter(testApp: TestApp, inviteUrl: string) {
  const visitor = createTestClient(testApp.server.http);
  const answer = await visitor.get(`/api/visitor/auth/${tokenOf(inviteUrl)}`);
  expect(answer.status).toBe(200);
  return visitor;
}

describe('POST /api/invitations', () => {
  test('the dialog invites a visitor to several folders, with expiry and download permission', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const owner = await testApp.user();
    const [one, two, other] = [await owner.folder(), await owner.folder(), await owner.folder()];
    const { status, body } = await owner.post('/api/invitations', {
      email: guest(),
      folderIds: [one.id, two.id, one.id],
      allFolders: false,
      role: 'visitor',
      expirationDays: 3,
      allowDownload: true,
    });
    expect([status, body.emailed]).toEqual([201, false]);
    expect(body.inviteUrl).toMatch(/^http:\/\/localhost:3000\/accept-invite\/[\w-]{43}$/);
    expect(Date.parse(body.expiresAt)).toBe(testApp.server.services.now() + 3 * DAY);
    const visitor = await enter(testApp, body.inviteUrl);
    const seen = (await visitor.get('/api/folders')).body.map(({ id }: { id: number }) => id);
    expect(seen).toEqual([one.id, two.id]);
    expect((await visitor.get(`/api/folders/${other.id}`)).status).toBe(404);
    const file = await owner.file({ folderId: two.id });
    expect((await visitor.get(`/api/files/${file.id}/download`)).status).toBe(200);
  });

  test('the panel invites a collaborator, with the expiry of the setting', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const answer = await owner.post('/api/invitations', { email: guest(), folderId: id });
    expect(answer.status).toBe(201);
    const [row] = (await owner.get('/api/invitations')).body;
    expect(row).toMatchObject({
      role: 'collaborator',
      folderName: 'Folder',
      folderCount: 1,
      status: 'pending',
    });
    expect(Date.parse(row.expiresAt)).toBe(testApp.server.services.now() + 7 * DAY);
  });

  test('a collaborator invitation always has the expiry of the setting', { tags: ['sqlite'] }, async () => {
    const testApp = await openTestApp();
    onTestFinished(() => testApp.close());
    await setSetting(testApp, 'invitationExpiryDays', 21);
    const owner = await testApp.user();
    const { body } = await owner.post('/api/invitations', {
      email: guest(),
      allFolders: true,
      role: 'collaborator',
      expirationDays: 3,
    });
    expect(Date.parse(body.expiresAt)).toBe(testApp.server.services.now() + 21 * DAY);
  });

  test('without role and days the invitation is for a visitor without download permission, with the expiry of the setting', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    await owner.post('/api/invitations', { email: guest(), folderIds: [id] });
    const [row] = (await owner.get('/api/invitations')).body;
    expect(row).toMatchObject({ role: 'visitor', allowDownload: false, accepted: false });
    expect(Date.parse(row.expiresAt)).toBe(testApp.server.services.now() + 7 * DAY);
  });

  test('all folders means the inviter’s own, later ones too, and no others', async ({ testApp }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const foreign = await other.folder();
    const { body } = await owner.post('/api/invitations', { email: guest(), allFolders: true });
    const visitor = await enter(testApp, body.inviteUrl);
    const later = await owner.folder('Later');
    expect((await visitor.get(`/api/folders/${later.id}`)).status).toBe(200);
    expect((await visitor.get(`/api/folders/${foreign.id}`)).status).toBe(404);
  });

  test.for([
    [
      'a malformed address',
      { email: 'nobody', folderIds: [1] },
      'email',
      'Please enter a valid email address',
    ],
    [
      'two addresses',
      { email: 'a@example.test,b@example.test', folderIds: [1] },
      'email',
      'Please enter a valid email address',
    ],
    [
      'a line break in the address',
      { email: 'a@example.test\r\nBcc: b@example.test', folderIds: [1] },
      'email',
      'Please enter a valid email address',
    ],
    ['no address', { folderIds: [1] }, 'email', 'Links without an email address are disabled'],
    [
      'a collaborator without an address',
      { folderIds: [1], role: 'collaborator' },
      'email',
      'Please enter a valid email address',
    ],
    ['no folder', { email: 'a@example.test' }, 'folderIds', 'Choose at least one folder'],
    ['no day', { email: 'a@example.test', folderIds: [1], expirationDays: 0 }, 'expirationDays', '1 to 90'],
    ['91 days', { email: 'a@example.test', folderIds: [1], expirationDays: 91 }, 'expirationDays', '1 to 90'],
    [
      'too many folders',
      { email: 'a@example.test', folderIds: Array.from({ length: 101 }, (_, at) => at + 1) },
      'folderIds',
      'at most 100',
    ],
    ['another role', { email: 'a@example.test', folderIds: [1], role: 'owner' }, 'role', ''],
  ] as const)('%s is refused with a message', async ([, body, field, sentence], { testApp }) => {
    const answer = await (await testApp.user()).post('/api/invitations', body);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
    expect(answer.body.error).toContain(sentence);
  });

  test('a visible folder of another is refused with 403, an invisible one with 404, and nothing is created', async ({
    testApp,
  }) => {
    const [owner, collaborator] = [await testApp.user(), await testApp.user()];
    const [shared, hidden] = [await owner.folder(), await owner.folder()];
    await testApp.share(shared.id, collaborator);
    const own = await collaborator.folder();
    for (const role of ['visitor', 'collaborator']) {
      const invite = (folderIds: number[]) =>
        collaborator.post('/api/invitations', { email: guest(), folderIds, role });
      expect((await invite([own.id, shared.id])).status).toBe(403);
      expect((await invite([own.id, hidden.id])).status).toBe(404);
      expect((await invite([own.id, 99_999_999])).status).toBe(404);
    }
    expect((await collaborator.get('/api/invitations')).body).toEqual([]);
  });

  test('an administrator invites to any folder', async ({ testApp }) => {
    const [owner, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const { id } = await owner.folder();
    const { status, body } = await admin.post('/api/invitations', { email: guest(), folderIds: [id] });
    expect(status).toBe(201);
    expect((await (await enter(testApp, body.inviteUrl)).get(`/api/folders/${id}`)).status).toBe(200);
  });

  test('links without an address work only while the setting allows them', { tags: ['sqlite'] }, async () => {
    const testApp = await openTestApp();
    onTestFinished(() => testApp.close());
    const owner = await testApp.user();
    const { id } = await owner.folder();
    await setSetting(testApp, 'allowPublicSharing', true);
    const { status, body } = await owner.post('/api/invitations', { folderIds: [id] });
    expect([status, body.emailed]).toEqual([201, false]);
    expect((await owner.get('/api/invitations')).body[0].email).toBeNull();
    const visitor = await enter(testApp, body.inviteUrl);
    expect((await visitor.get('/api/visitor/status')).body).toMatchObject({ isVisitor: true, email: null });
    await setSetting(testApp, 'allowPublicSharing', false);
    expect((await visitor.get(`/api/folders/${id}`)).status).toBe(401);
    expect((await visitor.get(`/api/visitor/auth/${tokenOf(body.inviteUrl)}`)).status).toBe(404);
  });

  test('a second invitation to the same folders renews the first one, with the same link', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const [one, two] = [await owner.folder(), await owner.folder()];
    const email = guest();
    const first = await owner.post('/api/invitations', { email, folderId: one.id });
    await testApp.server.services.db
      .updateTable('invitations')
      .set({ expires_at: 1 })
      .where('id', '=', first.body.id)
      .execute();
    const again = await owner.post('/api/invitations', {
      email: email.toUpperCase(),
      folderIds: [one.id],
      role: 'collaborator',
    });
    expect(again.body).toMatchObject({ id: first.body.id, inviteUrl: first.body.inviteUrl });
    expect(Date.parse(again.body.expiresAt)).toBe(testApp.server.services.now() + 7 * DAY);
    const others = [{ folderIds: [one.id, two.id] }, { folderIds: [two.id] }, { allFolders: true }];
    for (const other of others) {
      const { body } = await owner.post('/api/invitations', { email, role: 'collaborator', ...other });
      expect(body.id).not.toBe(first.body.id);
    }
    expect((await owner.get('/api/invitations')).body).toHaveLength(4);
  });

  test('a user creates at most a hundred invitations per hour, also concurrently, without affecting others', async ({
    testApp,
  }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const invite = () => owner.post('/api/invitations', { email: guest(), allFolders: true });
    for (let round = 0; round < 9; round += 1) await Promise.all(Array.from({ length: 10 }, invite));
    const answers = await Promise.all(Array.from({ length: 30 }, invite));
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(10);
    expect((await invite()).status).toBe(429);
    expect((await other.post('/api/invitations', { email: guest(), allFolders: true })).status).toBe(201);
    testApp.advanceClock(HOUR + 1);
    expect((await invite()).status).toBe(201);
  });

  test('the database contains no usable token', async ({ testApp }) => {
    const owner = await testApp.user();
    const { body } = await owner.post('/api/invitations', { email: guest(), allFolders: true });
    const { db } = testApp.server.services;
    const rows = [
      ...(await db.selectFrom('invitations').selectAll().execute()),
      ...(await db.selectFrom('outbox_messages').selectAll().execute()),
      ...(await db.selectFrom('audit_log').selectAll().execute()),
      ...(await db.selectFrom('jobs').selectAll().execute()),
    ];
    const text = rows
      .flatMap(Object.values)
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)));
    expect(text.filter((value) => value.includes(tokenOf(body.inviteUrl)))).toEqual([]);
  });

  test('the audit event contains the folders and the role', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const email = guest();
    const { body } = await owner.post('/api/invitations', { email, folderId: id });
    const [row] = await testApp.server.services.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', body.id)
      .where('action', '=', 'invitation.create')
      .execute();
    expect(await readRows(testApp, row ? [row] : [])).toMatchObject([
      { actor_id: owner.id, object_name: email },
    ]);
    expect(JSON.parse(row?.details ?? '')).toEqual({
      role: 'collaborator',
      folderIds: [id],
      allFolders: false,
    });
  });
});
