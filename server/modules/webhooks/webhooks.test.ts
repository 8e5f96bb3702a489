import { describe, expect } from 'vitest';
import { createSession } from '#server/authorization/sessions.ts';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { testWith } from '#server/testing/test-app.ts';
import { signEvent } from './send-event.ts';
import { openWebhook } from './testing/open-webhook.ts';

const test = testWith({ config: { webhooksAllowPrivate: true } });
const HOUR_MS = 3_600_000;

describe('the events of a webhook', () => {
  test('are those of the folder that its owner owns, as ids', async ({ testApp }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const [folder, elsewhere] = [await owner.folder('Secret name'), await owner.folder('Elsewhere')];
    const below = await owner.folder('Below', folder.id);
    const events = ['file.upload', 'folder.create', 'session.sign-in'];
    const { receiver, secret, body, deliveries } = await openWebhook(owner, {
      events,
      folderId: folder.id,
    });
    expect(body).toMatchObject({ events, folderId: folder.id, isEnabled: true, pending: 0 });
    expect(body.secret).toMatch(/^whsec_[\w-]{43}$/);
    const file = await owner.file({ name: 'secret.txt', folderId: below.id });
    await owner.file({ folderId: elsewhere.id });
    await owner.file();
    await other.folder();
    await testApp.finishJobs();
    expect(receiver.events()).toEqual([
      {
        id: expect.any(Number),
        event: 'file.upload',
        at: new Date(testApp.server.services.now()).toISOString(),
        result: 'done',
        actor: { kind: 'user', id: owner.id },
        object: { kind: 'file', id: file.id },
        folderId: below.id,
      },
    ]);
    const [{ headers, body: sent } = { headers: {}, body: '' }] = receiver.received;
    expect(sent).not.toMatch(/secret/i);
    const signature = String(headers['muniment-signature']);
    const sentAt = Number(/^t=(\d+)/.exec(signature)?.[1]);
    expect(signature).toBe(signEvent({ secret, body: sent, sentAt }));
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, lastStatus: '204' }]);
    expect(JSON.stringify((await owner.get('/api/webhooks')).body)).not.toContain(secret);
  });

  test('are all for an administrator, as long as they are one', async ({ testApp }) => {
    const [administrator, second, person] = [
      await testApp.user({ isAdmin: true }),
      await testApp.user({ isAdmin: true }),
      await testApp.user(),
    ];
    const { receiver } = await openWebhook(administrator, { events: ['folder.create'] });
    const { id } = await person.folder();
    await testApp.finishJobs();
    expect(receiver.events()).toMatchObject([{ object: { kind: 'folder', id } }]);
    await second.patch(`/api/admin/users/${administrator.id}`, { isAdmin: false });
    await person.folder();
    await testApp.finishJobs();
    expect(receiver.received).toHaveLength(1);
  });

  test('end with the rights of the owner, also those that wait', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const fields = { events: ['file.upload'], folderId: folder.id };
    const { receiver, deliveries } = await openWebhook(owner, fields, (response) => {
      response.writeHead(500).end();
    });
    await owner.file({ folderId: folder.id });
    await testApp.finishJobs();
    expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, lastStatus: '500' }]);
    const { db } = testApp.server.services;
    const other = await testApp.user();
    await db.updateTable('folders').set({ owner_id: other.id }).where('id', '=', folder.id).execute();
    testApp.advanceClock(HOUR_MS);
    await testApp.finishJobs();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ state: 'abandoned', lastStatus: 'No permission' }]);
  });
});

describe('a receiver that fails', () => {
  test('gets eight attempts within a day, in order per object, and the event again on request', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const fields = { events: ['file.upload', 'file.rename'], folderId: folder.id };
    let isBroken = true;
    const { receiver, deliveries, id } = await openWebhook(owner, fields, (response) => {
      response.writeHead(isBroken ? 500 : 200).end();
    });
    const file = await owner.file({ folderId: folder.id });
    await owner.patch(`/api/files/${file.id}`, { name: 'renamed.txt' });
    // A session would end meanwhile.
    const program = await createTokenClient(testApp.server, owner);
    const start = testApp.server.services.now();
    for (let round = 0; round < 8; round += 1) {
      await testApp.finishJobs();
      const [, upload] = (await program.get(`/api/webhooks/${id}/deliveries`)).body;
      if (upload?.nextAttemptAt)
        testApp.advanceClock(Date.parse(upload.nextAttemptAt) - testApp.server.services.now());
    }
    await testApp.finishJobs();
    const session = { address: '127.0.0.1', userAgent: 'test' };
    owner.cookie = `muniment_session=${await createSession(testApp.server.services, { userId: owner.id }, session)}`;
    const [rename, upload] = await deliveries();
    expect([upload?.state, upload?.attempts]).toEqual(['abandoned', 8]);
    expect(testApp.server.services.now() - start).toBeLessThan(24 * HOUR_MS);
    // The rename was not sent while the upload waited.
    expect(
      receiver
        .events()
        .slice(0, 8)
        .map(({ event }) => event),
    ).toEqual(Array(8).fill('file.upload'));
    isBroken = false;
    testApp.advanceClock(HOUR_MS);
    await testApp.finishJobs();
    expect((await deliveries())[0]).toMatchObject({ id: rename?.id, state: 'delivered' });
    const again = await owner.post(`/api/webhooks/${id}/deliveries/${upload?.id}/resend`);
    expect(again.body).toMatchObject({ id: upload?.id, state: 'waiting', attempts: 0 });
    await testApp.finishJobs();
    expect((await deliveries())[1]).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(receiver.events().at(-1)).toEqual(receiver.events()[0]);
  });

  test('holds up nobody else, and a disabled webhook sends nothing', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const fields = { events: ['file.upload'], folderId: folder.id };
    const broken = await openWebhook(owner, fields, (response) => void response.destroy());
    const good = await openWebhook(owner, fields);
    await owner.file({ folderId: folder.id });
    await testApp.finishJobs();
    expect([broken.receiver.received.length, good.receiver.received.length]).toEqual([1, 1]);
    await owner.patch(`/api/webhooks/${good.id}`, { isEnabled: false });
    await owner.file({ folderId: folder.id });
    await testApp.finishJobs();
    await owner.patch(`/api/webhooks/${good.id}`, { isEnabled: true });
    await owner.file({ folderId: folder.id });
    await testApp.finishJobs();
    expect(good.receiver.received).toHaveLength(2);
  });
});

test('a token cannot create or change webhooks or read their addresses, and their end is that of the account', async ({
  testApp,
}) => {
  const [owner, administrator] = [await testApp.user(), await testApp.user({ isAdmin: true })];
  const folder = await owner.folder();
  const fields = { events: ['file.upload'], folderId: folder.id };
  const { id } = await openWebhook(owner, fields);
  const token = await createTokenClient(testApp.server, owner, { scope: 'write' });
  const read = await createTokenClient(testApp.server, owner, { scope: 'read' });
  for (const program of [token, read]) {
    // The address may contain the secret of the receiver.
    expect((await program.get('/api/webhooks')).body).toMatchObject([{ id, url: null }]);
    expect((await program.get(`/api/webhooks/${id}`)).body).toMatchObject({ id, url: null });
  }
  expect((await owner.get(`/api/webhooks/${id}`)).body.url).toMatch(/^http:/);
  expect((await token.post('/api/webhooks', { url: 'http://127.0.0.1/', ...fields })).status).toBe(403);
  expect((await token.delete(`/api/webhooks/${id}`)).status).toBe(403);
  await administrator.delete(`/api/admin/users/${owner.id}`);
  const left = await testApp.server.services.db
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', id)
    .execute();
  expect(left).toEqual([]);
});
