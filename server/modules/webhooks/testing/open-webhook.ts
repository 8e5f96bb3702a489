import { onTestFinished } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { WebhookDelivery } from '#shared/contracts/programs/webhooks.ts';
import { deliverEvents } from '../deliver-events.ts';
import { openReceiver } from './open-receiver.ts';

export type WebhookOwner = Awaited<ReturnType<TestApp['user']>>;

/** Creates a webhook with a receiver; both end with the test. */
export async function openWebhook(
  owner: WebhookOwner,
  fields: object,
  answer?: Parameters<typeof openReceiver>[0],
) {
  const receiver = await openReceiver(answer);
  const { status, body } = await owner.post('/api/webhooks', { url: receiver.url, ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  // A webhook without a receiver would be tried by the next test too.
  onTestFinished(async () => {
    await owner.delete(`/api/webhooks/${body.id}`);
    await receiver.close();
  });
  const deliveries = async (): Promise<WebhookDelivery[]> =>
    (await owner.get(`/api/webhooks/${body.id}/deliveries`)).body;
  return { receiver, deliveries, id: body.id as number, secret: body.secret as string, body };
}

/** Returns functions that do one job of a webhook, and list those that wait, for tests of jobs that add others. */
export function jobsOf({ server: { services } }: TestApp, webhookId: number) {
  return {
    deliver: () => deliverEvents(systemContext(services), webhookId, new AbortController().signal),
    waiting: () =>
      services.db
        .selectFrom('jobs')
        .select(['run_at', 'dedupe_key'])
        .where('kind', '=', 'webhook.due')
        .where('owner_id', '=', webhookId)
        .orderBy('run_at')
        .execute(),
    discard: () =>
      services.db
        .deleteFrom('jobs')
        .where('kind', '=', 'webhook.due')
        .where('owner_id', '=', webhookId)
        .execute(),
  };
}
