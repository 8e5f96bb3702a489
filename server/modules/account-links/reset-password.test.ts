import { describe, expect } from 'vitest';
import type { Database } from '#server/database/open-database.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { openMailingApp } from '#server/testing/open-mailing-app.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const NEW = 'another good password';
const MINUTE = 60_000;

async function openMailing() {
  const { testApp, server } = await openMailingApp();
  const user = await testApp.user();
  const request = (email = user.email, remoteAddress = '192.0.2.1') =>
    testApp.anonymous.send({
      method: 'POST',
      url: '/api/password-reset',
      payload: { email },
      remoteAddress,
    });
  const readTokens = async () => {
    await testApp.finishJobs();
    return server.mails.flatMap(({ raw }) => /reset-password\/([\w-]{43})/.exec(raw)?.[1] ?? []);
  };
  return { server, testApp, user, request, readTokens };
}

const reset = (testApp: TestApp, token: string, newPassword = NEW) =>
  createTestClient(testApp.server.http).post('/api/password-reset/confirm', {
    token,
    newPassword,
    confirmPassword: newPassword,
  });

const signIn = (testApp: TestApp, username: string, password: string) =>
  createTestClient(testApp.server.http).post('/api/login', { username, password });

/** Gives an account a passkey, the company's sign-in, a sign-in under way, a webhook with a delivery, and a second factor. */
async function insertWaysIn(db: Database, userId: number): Promise<void> {
  const user = { user_id: userId, created_at: 1 };
  const bytes = Buffer.from('bytes');
  const key = { credential_id: 'AA', public_key: bytes, counter: 0, transports: '[]', name: 'Key' };
  await db
    .insertInto('passkeys')
    .values({ ...user, ...key, last_used_at: null, disabled_at: null })
    .execute();
  await db
    .insertInto('oidc_links')
    .values({ ...user, issuer: 'https://id.example', subject: 'one' })
    .execute();
  const challenge = { token_hash: bytes, kind: 'passkey' as const, payload: '', expires_at: 2 ** 50 };
  await db
    .insertInto('login_challenges')
    .values({ ...user, ...challenge })
    .execute();
  const factor = { kind: 'totp' as const, encrypted_secret: bytes, confirmed_at: 1 };
  await db
    .insertInto('factors')
    .values({ ...user, ...factor })
    .execute();
  const { id } = await db
    .insertInto('webhooks')
    .values({
      ...{ owner_id: userId, folder_id: null, url: 'https://evil.example', events: '[]', created_at: 1 },
      ...{ encrypted_secret: bytes, last_position: 1, disabled_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const event = { event_id: 1, object_kind: null, object_id: null, payload: '{}', created_at: 1 };
  const state = { next_attempt_at: 1, delivered_at: null, abandoned_at: null, last_status: null };
  await db
    .insertInto('webhook_deliveries')
    .values({ webhook_id: id, ...event, ...state })
    .execute();
}

/** Counts what `insertWaysIn` gave, in its order. */
async function countWaysIn(db: Database, userId: number): Promise<number[]> {
  const counts: number[] = [];
  for (const table of ['passkeys', 'oidc_links', 'login_challenges', 'api_tokens', 'factors'] as const)
    counts.push(
      (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length,
    );
  counts.push((await db.selectFrom('webhooks').select('id').execute()).length);
  counts.push((await db.selectFrom('webhook_deliveries').select('id').execute()).length);
  return counts;
}

describe('a password reset by mail', () => {
  test('a password reset by mail sets the password once, ends all sessions and lifts the limits of the account', async () => {
    const { testApp, server, user, request, readTokens } = await openMailing();
    for (let failure = 0; failure < 10; failure += 1) await signIn(testApp, user.username, 'not the one');
    expect((await request(user.email.toUpperCase())).body).toEqual({ success: true });
    const [token = ''] = await readTokens();
    expect(server.mails).toMatchObject([{ to: [user.email] }]);
    expect((await reset(testApp, token, 'password1')).body.fields).toHaveProperty('newPassword');
    expect((await reset(testApp, token)).body).toEqual({ success: true });
    expect((await user.get('/api/user')).status).toBe(401);
    expect((await signIn(testApp, user.username, PASSWORD)).status).toBe(401);
    expect((await signIn(testApp, user.username, NEW)).status).toBe(200);
    expect((await reset(testApp, token, 'a third good password')).status).toBe(404);
  });

  test('a password reset by mail leaves nobody a way in who registered the address of somebody else', async () => {
    const { testApp, server, request, readTokens } = await openMailing();
    const squatter = createTestClient(testApp.server.http);
    const account = { username: 'Squatter', email: 'cfo@buyer.example', password: PASSWORD };
    expect((await squatter.post('/api/register', account)).body.emailVerified).toBe(false);
    const folder = await squatter.post('/api/folders', { name: 'Trap', parentId: null });
    const program = await createTokenClient(testApp.server, squatter, {});
    expect((await program.get('/api/folders')).status).toBe(200);
    const invitation = { email: 'trap@evil.example', allFolders: true, role: 'visitor' };
    const { inviteUrl } = (await squatter.post('/api/invitations', invitation)).body;
    const visitor = createTestClient(testApp.server.http);
    const enter = () => visitor.get(`/api/visitor/auth/${inviteUrl.split('/').at(-1)}`);
    expect((await enter()).status).toBe(200);
    expect((await visitor.get(`/api/folders/${folder.body.id}`)).status).toBe(200);
    const { db } = testApp.server.services;
    const { id: userId } = (await squatter.get('/api/user')).body;
    await insertWaysIn(db, userId);

    await request(account.email);
    const [token = ''] = await readTokens();
    expect(server.mails.at(-1)?.to).toEqual([account.email]);
    expect((await reset(testApp, token)).status).toBe(200);
    expect((await program.get('/api/folders')).status).toBe(401);
    expect((await visitor.get(`/api/folders/${folder.body.id}`)).status).not.toBe(200);
    expect((await enter()).status).toBe(404);
    // A second factor opens nothing without the password, and protects from anyone who reads the mails.
    expect(await countWaysIn(db, userId)).toEqual([0, 0, 0, 0, 1, 0, 0]);
    expect((await signIn(testApp, account.username, NEW)).body.code).toBe('second-factor');
  });

  test('a password reset by mail keeps what administrators signed in with, also while their address is not confirmed', async () => {
    const { testApp, readTokens, request } = await openMailing();
    const admin = await testApp.user({ isAdmin: true });
    const { db } = testApp.server.services;
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', admin.id).execute();
    await insertWaysIn(db, admin.id);
    await request(admin.email);
    const [token = ''] = await readTokens();
    expect((await reset(testApp, token)).status).toBe(200);
    expect(await countWaysIn(db, admin.id)).toEqual([1, 1, 1, 0, 1, 1, 1]);
  });

  test('a password reset by mail keeps the programs of an account whose address was confirmed', async () => {
    const { testApp, user, request, readTokens } = await openMailing();
    const program = await createTokenClient(testApp.server, user, {});
    await request();
    const [token = ''] = await readTokens();
    expect((await reset(testApp, token)).status).toBe(200);
    expect((await program.get('/api/folders')).status).toBe(200);
  });

  test('a password reset by mail is used by one of two parallel requests', async () => {
    const { testApp, request, readTokens } = await openMailing();
    await request();
    const [token = ''] = await readTokens();
    const answers = await Promise.all([reset(testApp, token), reset(testApp, token, `${NEW}!`)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test('a password reset by mail is void after 30 minutes, and after a change of the password or the address', async () => {
    const { testApp, user, request, readTokens } = await openMailing();
    await request();
    await testApp.finishJobs();
    testApp.advanceClock(30 * MINUTE);
    await request();
    await testApp.finishJobs();
    await user.patch('/api/user/profile', { email: 'moved@example.test', currentPassword: PASSWORD });
    await request('moved@example.test');
    await testApp.finishJobs();
    await user.patch('/api/user/password', {
      currentPassword: PASSWORD,
      newPassword: NEW,
      confirmPassword: NEW,
    });
    const tokens = await readTokens();
    expect(tokens).toHaveLength(3);
    for (const token of tokens) expect((await reset(testApp, token)).status).toBe(404);
  });

  test('a password reset by mail answers alike for an address without an account, and mails nothing to it', async () => {
    const { testApp, server, request } = await openMailing();
    const known = await request();
    const unknown = await request('no-such-account@example.test');
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await testApp.finishJobs();
    expect(server.mails).toHaveLength(1);
  });

  test('a password reset by mail is mailed three times an hour to an account, and requested ten times from an address', async () => {
    const { testApp, server, request } = await openMailing();
    const statuses: number[] = [];
    for (let time = 0; time < 11; time += 1) {
      statuses.push((await request()).status);
      await testApp.finishJobs();
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await request(undefined, '192.0.2.2')).status).toBe(200);
    await testApp.finishJobs();
    expect(server.mails).toHaveLength(3);
  });

  test('a password reset by mail does not show its link to administrators in the outbox', async () => {
    const { testApp, request, readTokens } = await openMailing();
    const admin = await testApp.user({ isAdmin: true });
    await request();
    const [token = ''] = await readTokens();
    const [{ id }] = (await admin.get('/api/admin/outbox')).body;
    const { body } = await admin.get(`/api/admin/outbox/${id}`);
    expect(body.text).toContain('/reset-password/…');
    expect(JSON.stringify(body)).not.toContain(token);
  });
});

test('without a mail server a password reset says to ask an administrator', async ({ testApp }) => {
  const answer = await testApp.anonymous.post('/api/password-reset', { email: 'a@example.test' });
  expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('Ask an administrator')]);
});
