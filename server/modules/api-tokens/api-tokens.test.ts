import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { clientWithToken, createTokenClient } from '#server/testing/clients/token-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { test } from '#server/testing/test-app.ts';

const FORBIDDEN = { error: 'This token does not allow this action.', code: 'forbidden' };
const INVALID = { error: 'This token is not valid.', code: 'unauthenticated' };
const MINUTE_MS = 60_000;

describe('POST /api/user/tokens', () => {
  test('POST /api/user/tokens returns the token once and stores only its hash', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Finance');
    const position = await findLastPosition(testApp);
    const limits = { folderIds: [folder.id], addressRanges: ['127.0.0.0/8', '::1'], agentName: 'Reporter' };
    const { status, body } = await owner.post('/api/user/tokens', {
      name: 'Nightly',
      scope: 'read',
      ...limits,
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Nightly',
        scope: 'read',
        folders: [{ id: folder.id, name: 'Finance' }],
        addressRanges: limits.addressRanges,
        agentName: 'Reporter',
        createdAt: expect.any(String),
        expiresAt: null,
        lastUsedAt: null,
        token: expect.stringMatching(/^mun_[0-9A-Za-z]{49}$/),
      },
    ]);
    const { token, ...listed } = body;
    expect((await owner.get('/api/user/tokens')).body).toEqual([listed]);
    const rows = await testApp.server.services.db.selectFrom('api_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const events = await listAuditEvents(testApp, position);
    expect(events).toMatchObject([
      { action: 'token.create', actor: owner.username, details: { scope: 'read', folderIds: [folder.id] } },
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  test('POST /api/user/tokens refuses wrong limits and folders of others', async ({ testApp }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const administrator = await testApp.user({ isAdmin: true });
    const hidden = await other.folder();
    const create = async (fields: object, client = owner) => {
      const { status, body } = await client.post('/api/user/tokens', { name: 'A', scope: 'read', ...fields });
      return [status, body.error];
    };
    expect(await create({ folderIds: [hidden.id] })).toEqual([
      404,
      'At least one of these folders could not be found.',
    ]);
    expect(await create({ folderIds: [] })).toEqual([400, 'Choose at least one folder']);
    for (const range of ['10.0.0.0/33', '300.0.0.1', 'example.com', '::/200', '']) {
      const refused = [400, 'Enter IP addresses or networks such as 192.0.2.0/24'];
      expect(await create({ addressRanges: [range] })).toEqual(refused);
    }
    const past = new Date(testApp.server.services.now()).toISOString();
    expect(await create({ expiresAt: past })).toEqual([400, 'Choose an end in the future.']);
    expect(await create({ scope: 'admin', folderIds: [hidden.id] }, administrator)).toEqual([
      400,
      'A token with the scope admin cannot be limited to folders.',
    ]);
  });

  test('POST /api/user/tokens asks a user with a second factor for a recent proof', async ({ testApp }) => {
    const administrator = await testApp.user({ isAdmin: true });
    const settings = '/api/admin/sign-in-settings';
    await administrator.patch(settings, { requireReauthentication: true });
    try {
      testApp.advanceClock(11 * MINUTE_MS);
      const answer = await administrator.post('/api/user/tokens', { name: 'A', scope: 'read' });
      expect([answer.status, answer.body.code]).toEqual([403, 'reauthenticate']);
      await administrator.post('/api/user/reauthenticate', { password: PASSWORD });
      expect((await administrator.post('/api/user/tokens', { name: 'A', scope: 'read' })).status).toBe(201);
    } finally {
      await administrator.patch(settings, { requireReauthentication: false });
    }
  });
});

describe('a request with a token', () => {
  test('a request with a token has the rights of the owner at that moment, without a cookie', async ({
    testApp,
  }) => {
    const [owner, friend] = [await testApp.user(), await testApp.user()];
    const shared = await friend.folder('Shared');
    await testApp.share(shared.id, owner);
    const script = await createTokenClient(testApp.server, owner, { scope: 'write' });
    expect((await script.get(`/api/folders/${shared.id}`)).status).toBe(200);
    await testApp.unshare(shared.id, owner);
    expect((await script.get(`/api/folders/${shared.id}`)).status).toBe(404);
    expect((await script.get('/api/user')).body).toMatchObject({ id: owner.id });
    expect((await script.post('/api/folders', { name: 'By a script' })).status).toBe(201);
    // A cookie beside the token counts for nothing, be it of somebody with more rights.
    const administrator = await testApp.user({ isAdmin: true });
    const headers = { cookie: administrator.cookie ?? '', authorization: `Bearer ${script.token}` };
    expect((await testApp.anonymous.get('/api/user', headers)).body).toMatchObject({ id: owner.id });
    const invalid = { ...headers, authorization: 'Bearer wrong' };
    expect((await testApp.anonymous.get('/api/user', invalid)).body).toEqual(INVALID);
  });

  test('a request with a token is recorded as the act of the owner through the program', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const script = await createTokenClient(testApp.server, owner, { scope: 'write', agentName: 'Importer' });
    const plain = await createTokenClient(testApp.server, owner, { name: 'Nightly' });
    const file = await owner.file();
    const position = await findLastPosition(testApp);
    await script.post('/api/folders', { name: 'Folder' });
    // Once for the program, although its owner downloads the file at the same time.
    for (const client of [owner, plain, owner, plain]) await client.get(`/api/files/${file.id}/download`);
    expect((await plain.post('/api/folders', { name: 'Folder' })).status).toBe(403);
    const events = await listAuditEvents(testApp, position);
    expect(events.map(({ action, details }) => [action, details?.['through']])).toEqual(
      expect.arrayContaining([
        ['folder.create', 'Importer'],
        ['file.download', undefined],
        ['file.download', 'Nightly'],
        ['call.refused', 'Nightly'],
      ]),
    );
    expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set([owner.username]));
  });

  test('a request with a token is refused with a token in the URL, a mistyped one and one of another scheme', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { token } = await createTokenClient(testApp.server, owner);
    for (const url of [`/api/user?access_token=${token}`, `/api/folders/1?x=${token}&y`]) {
      const { status, body } = await testApp.anonymous.get(url);
      expect([status, body.error]).toEqual([401, 'Send the token in the Authorization header.']);
      expect((await owner.get(url)).status).toBe(401);
    }
    const changed = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    for (const text of [changed, `${token}0`, 'mun_', `x${token}`])
      expect((await clientWithToken(testApp.server, text).get('/api/user')).body).toEqual(INVALID);
    const basic = { authorization: `Basic ${token}` };
    expect((await testApp.anonymous.get('/api/user', basic)).status).toBe(401);
  });

  test('a request with a token is refused once the token has ended or was revoked, and from other addresses', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { now } = testApp.server.services;
    const ending = await createTokenClient(testApp.server, owner, {
      expiresAt: new Date(now() + MINUTE_MS).toISOString(),
      addressRanges: ['192.0.2.0/24', '2001:db8::/32'],
    });
    const statusFrom = async (address: string) =>
      (await clientWithToken(testApp.server, ending.token, address).get('/api/user')).status;
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1'])
      expect([address, await statusFrom(address)]).toEqual([address, 200]);
    expect((await ending.get('/api/user')).body).toEqual(FORBIDDEN);
    const [listed] = (await owner.get('/api/user/tokens')).body;
    expect(listed.lastUsedAt).toBe(new Date(now()).toISOString());
    testApp.advanceClock(MINUTE_MS);
    expect(await statusFrom('192.0.2.7')).toBe(401);

    const revoked = await createTokenClient(testApp.server, owner);
    expect((await owner.delete(`/api/user/tokens/${revoked.id}`)).body).toEqual({ success: true });
    expect((await revoked.get('/api/user')).body).toEqual(INVALID);
    expect((await owner.delete(`/api/user/tokens/${revoked.id}`)).status).toBe(404);
    expect((await owner.patch(`/api/user/tokens/${revoked.id}`, { name: 'B' })).status).toBe(404);
  });

  test('a request with a token can be limited further while it is used', async ({ testApp }) => {
    const owner = await testApp.user();
    const [one, other] = [await owner.folder('One'), await owner.folder('Other')];
    const script = await createTokenClient(testApp.server, owner);
    expect((await script.get(`/api/folders/${other.id}`)).status).toBe(200);
    const change = { name: 'Narrow', folderIds: [one.id], expiresAt: null };
    const { body } = await owner.patch(`/api/user/tokens/${script.id}`, change);
    expect(body).toMatchObject({ name: 'Narrow', folders: [{ id: one.id }], scope: 'read' });
    expect((await script.get(`/api/folders/${other.id}`)).status).toBe(404);
    expect((await owner.patch(`/api/user/tokens/${script.id}`, { scope: 'admin' })).status).toBe(400);
  });
});

describe('the end of a token', () => {
  test('the end of a token comes with the account, not with a new password', async ({ testApp }) => {
    const [owner, administrator] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const script = await createTokenClient(testApp.server, owner);
    const passwords = {
      currentPassword: PASSWORD,
      newPassword: 'another long text',
      confirmPassword: 'another long text',
    };
    expect((await owner.patch('/api/user/password', passwords)).status).toBe(200);
    expect((await script.get('/api/user')).status).toBe(200);
    // A password that an administrator chose must be changed first, by programs too.
    await administrator.patch(`/api/admin/users/${owner.id}`, { password: 'chosen by somebody' });
    expect((await script.get('/api/folders')).body.code).toBe('password-change-required');
    await administrator.delete(`/api/admin/users/${owner.id}`);
    expect((await script.get('/api/folders')).body).toEqual(INVALID);
  });

  test('the end of a token comes when an administrator ends all sessions', async ({ testApp }) => {
    const [owner, administrator] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const script = await createTokenClient(testApp.server, owner);
    const position = await findLastPosition(testApp);
    await administrator.post('/api/admin/sessions/end-all');
    expect((await script.get('/api/user')).body).toEqual(INVALID);
    expect(await listAuditEvents(testApp, position)).toMatchObject([
      { action: 'session.end-all', details: { revokedTokens: expect.any(Number) } },
      { action: 'call.refused' },
    ]);
  });

  test('the end of a token leaves no rights of an administrator who is none any more', async ({
    testApp,
  }) => {
    const [first, second] = [await testApp.user({ isAdmin: true }), await testApp.user({ isAdmin: true })];
    const script = await createTokenClient(testApp.server, second, { scope: 'admin' });
    const reader = await createTokenClient(testApp.server, second);
    const hidden = await first.folder('Of another');
    expect((await script.get(`/api/folders/${hidden.id}`)).status).toBe(200);
    expect((await script.get('/api/admin/audit?limit=1')).status).toBe(200);
    // A token without the scope admin sees what is the owner's own.
    expect((await reader.get(`/api/folders/${hidden.id}`)).status).toBe(404);
    const named = { username: 'made-by-token', email: 'made@example.test', password: PASSWORD };
    expect((await script.post('/api/admin/users', { ...named, isAdmin: true })).body).toEqual(FORBIDDEN);
    expect((await script.post('/api/admin/users', named)).status).toBe(201);
    await first.patch(`/api/admin/users/${second.id}`, { isAdmin: false });
    for (const url of [`/api/folders/${hidden.id}`, '/api/folders', '/api/admin/audit'])
      expect((await script.get(url)).body).toEqual(FORBIDDEN);
  });
});

test('failed tokens are limited by address, and valid ones from there still count', async ({ testApp }) => {
  const { token } = await createTokenClient(testApp.server, await testApp.user());
  const guess = clientWithToken(testApp.server, 'mun_guessed', '198.51.100.7');
  for (let count = 0; count < 100; count += 1) expect((await guess.get('/api/user')).status).toBe(401);
  expect((await guess.get('/api/user')).status).toBe(429);
  expect((await clientWithToken(testApp.server, token, '198.51.100.7').get('/api/user')).status).toBe(200);
  const elsewhere = createTestClient(testApp.server.http, undefined, { remoteAddress: '198.51.100.8' });
  const wrong = { authorization: 'Bearer mun_guessed' };
  expect((await elsewhere.get('/api/user', wrong)).status).toBe(401);
});
