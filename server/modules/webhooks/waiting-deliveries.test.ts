import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { jobsOf, openWebhook } from './testing/open-webhook.ts';

/** The jobs of these webhooks are done one by one: a worker would go on as long as each adds another. */
const test = testWith({ config: { webhooksAllowPrivate: true } });
const MINUTE_MS = 60_000;

/** Opens a webhook for a folder whose receiver fails at first, with a delivery that waits for its second attempt. */
async function openWaiting(testApp: TestApp) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const answers = { isBroken: true };
  const fields = { events: ['file.upload'], folderId: folder.id };
  const webhook = await openWebhook(owner, fields, (response) => {
    response.writeHead(answers.isBroken ? 500 : 204).end();
  });
  const jobs = jobsOf(testApp, webhook.id);
  await owner.file({ folderId: folder.id });
  await jobs.deliver();
  const [delivery] = await webhook.deliveries();
  expect(delivery).toMatchObject({ state: 'waiting', attempts: 1 });
  await jobs.discard();
  const change = (fields: object) => owner.patch(`/api/webhooks/${webhook.id}`, fields);
  const resend = () => owner.post(`/api/webhooks/${webhook.id}/deliveries/${delivery?.id}/resend`);
  return { ...webhook, ...jobs, owner, folder, change, resend, answers };
}

describe('a disabled webhook', () => {
  test('adds no jobs for deliveries that wait', async ({ testApp }) => {
    const { deliver, waiting, change } = await openWaiting(testApp);
    expect((await change({ isEnabled: false })).status).toBe(200);
    expect((await change({ events: ['file.upload', 'file.delete'] })).status).toBe(200);
    expect(await waiting()).toEqual([]);
    testApp.advanceClock(10 * MINUTE_MS);
    await deliver();
    expect(await waiting()).toEqual([]);
  });

  test('sends what waited once it is enabled', async ({ testApp }) => {
    const { deliver, deliveries, waiting, change, answers } = await openWaiting(testApp);
    await change({ isEnabled: false });
    testApp.advanceClock(10 * MINUTE_MS);
    answers.isBroken = false;
    await change({ isEnabled: true });
    await change({ events: ['file.upload', 'file.delete'] });
    expect(await waiting()).toHaveLength(1);
    await deliver();
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  test('sends no event again, and says that it must be enabled', async ({ testApp }) => {
    const { deliveries, waiting, change, resend } = await openWaiting(testApp);
    await change({ isEnabled: false });
    const refused = await resend();
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The webhook is disabled. Enable it, then send the event again.',
    ]);
    expect(await waiting()).toEqual([]);
    expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });
});

describe('a receiver that failed', () => {
  test('gets nothing for a minute, whatever happens meanwhile, and then all that waits', async ({
    testApp,
  }) => {
    const { owner, folder, receiver, deliver, waiting, discard, answers } = await openWaiting(testApp);
    const failedAt = testApp.server.services.now();
    answers.isBroken = false;
    for (let count = 0; count < 3; count += 1) {
      testApp.advanceClock(MINUTE_MS / 4);
      await owner.file({ folderId: folder.id });
      await discard();
      await deliver();
    }
    expect(receiver.received).toHaveLength(1);
    const key = expect.stringMatching(/:\d+$/);
    expect(await waiting()).toEqual([{ run_at: failedAt + MINUTE_MS, dedupe_key: key }]);
    testApp.advanceClock(MINUTE_MS / 4);
    await deliver();
    expect(receiver.received).toHaveLength(5);
  });

  test('gets nothing for a minute after a second failure either', async ({ testApp }) => {
    const { owner, folder, receiver, deliver, discard } = await openWaiting(testApp);
    testApp.advanceClock(MINUTE_MS);
    await deliver();
    expect(receiver.received).toHaveLength(2);
    testApp.advanceClock(MINUTE_MS / 2);
    await owner.file({ folderId: folder.id });
    await discard();
    await deliver();
    expect(receiver.received).toHaveLength(2);
    testApp.advanceClock(MINUTE_MS / 2);
    await deliver();
    expect(receiver.received).toHaveLength(3);
  });

  test('gets an event at once that somebody sends again', async ({ testApp }) => {
    const { id, folder, receiver, deliver, resend, answers } = await openWaiting(testApp);
    answers.isBroken = false;
    const position = await findLastPosition(testApp);
    expect((await resend()).status).toBe(200);
    const details = {
      webhookId: id,
      folderId: folder.id,
      host: expect.any(String),
      deliveryId: expect.any(Number),
    };
    expect(await listAuditEvents(testApp, position)).toMatchObject([{ action: 'webhook.resend', details }]);
    await deliver();
    expect(receiver.received).toHaveLength(2);
  });
});
