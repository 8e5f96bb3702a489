import { expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: WITH_MAIL });

async function invite(inviter: TestClient, folderId: number, email: string): Promise<string> {
  const { status, body } = await inviter.post('/api/invitations', { email, folderId, role: 'collaborator' });
  expect(status).toBe(201);
  return body.inviteUrl;
}

/** Registers through the link of an invitation, with what follows `#` in it as the web app does. */
async function register(testApp: TestApp, url: string) {
  const { pathname, hash } = new URL(url);
  const client = createTestClient(testApp.server.http);
  const { status, body } = await client.post('/api/register-from-invitation', {
    username: `invited ${crypto.randomUUID().slice(0, 8)}`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    token: pathname.split('/').at(-1),
    ...(hash !== '' && { mailedProof: hash.slice(1) }),
  });
  expect(status).toBe(201);
  return Object.assign(client, { account: body });
}

async function mailedUrl({ server }: TestApp, email: string): Promise<string> {
  const { db, encryptor } = server.services;
  const mail = await db
    .selectFrom('outbox_messages')
    .select('encrypted_body')
    .where('to_address', '=', email)
    .where('subject', 'like', '% invites you %')
    .executeTakeFirstOrThrow();
  const { text } = JSON.parse(encryptor.decrypt('mail', mail.encrypted_body));
  return /http\S+accept-invite\S+/.exec(text)?.[0] ?? '';
}

test('an account of another address that its inviter creates with the link they see is unverified', async ({
  testApp,
}) => {
  const [attacker, owner] = [await testApp.user(), await testApp.user()];
  const own = await attacker.folder();
  const impostor = await register(testApp, await invite(attacker, own.id, 'cfo@buyer.example'));
  expect(impostor.account).toMatchObject({ email: 'cfo@buyer.example', emailVerified: false });
  // What the invitation is for stays.
  expect((await impostor.get(`/api/folders/${own.id}`)).status).toBe(200);
  expect((await owner.get('/api/users?email=cfo@buyer.example')).body).toEqual([]);
  const deal = await owner.folder('Deal');
  const added = await owner.post(`/api/folders/${deal.id}/collaborators`, { userId: impostor.account.id });
  expect(added.status).toBe(409);
  expect((await impostor.get(`/api/folders/${deal.id}`)).status).toBe(404);
});

test('the mailed link verifies the address, and that of an earlier invitation verifies no other', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const { id } = await owner.folder();
  await invite(owner, id, 'first@buyer.example');
  const first = await mailedUrl(testApp, 'first@buyer.example');
  const second = new URL(await invite(owner, id, 'second@buyer.example'));
  second.hash = new URL(first).hash;
  expect((await register(testApp, second.href)).account).toMatchObject({ emailVerified: false });
  expect((await register(testApp, first)).account).not.toHaveProperty('emailVerified');
  expect((await owner.get('/api/users?email=first@buyer.example')).body).toHaveLength(1);
});

test('an administrator vouches for whom they invite', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const { id } = await admin.folder();
  const { account } = await register(testApp, await invite(admin, id, 'known@buyer.example'));
  expect(account).not.toHaveProperty('emailVerified');
});
