import { expect } from 'vitest';
import { readPages } from '#server/testing/clients/read-pages.ts';
import { testWith } from '#server/testing/test-app.ts';
import type { WebhookDelivery } from '#shared/contracts/programs/webhooks.ts';
import { openWebhook } from './testing/open-webhook.ts';

const test = testWith({ config: { webhooksAllowPrivate: true } });

test('deliveries are filtered by event, its id and the last answer, for their owner alone', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const { id, deliveries } = await openWebhook(
    owner,
    { events: ['file.upload', 'folder.rename'], folderId: folder.id },
    (response) => void response.writeHead(299).end(),
  );
  await owner.file({ folderId: folder.id });
  await owner.patch(`/api/folders/${folder.id}`, { name: 'Renamed' });
  await testApp.finishJobs();
  const [renamed] = await deliveries();
  const find = async (q: string): Promise<string[]> =>
    (await owner.get(`/api/webhooks/${id}/deliveries?${new URLSearchParams({ q })}`)).body.map(
      ({ event }: WebhookDelivery) => event,
    );
  expect(renamed?.event).toBe('folder.rename');
  expect(await find('UPLOAD')).toEqual(['file.upload']);
  expect(await find('file upload')).toEqual(['file.upload']);
  expect(await find('folder.rename')).toEqual(['folder.rename']);
  expect(await find(String(renamed?.eventId))).toEqual(['folder.rename']);
  expect(await find('299')).toEqual(['folder.rename', 'file.upload']);
  // What else the payload holds is not shown.
  for (const hidden of ['purge', 'actor', 'folderid', '204']) expect(await find(hidden)).toEqual([]);
  await owner.file({ folderId: folder.id });
  await testApp.finishJobs();
  const pages = await readPages<WebhookDelivery>(owner, `/api/webhooks/${id}/deliveries?limit=1&q=upload`);
  expect(pages.map(({ event }) => event)).toEqual(['file.upload', 'file.upload']);
  expect((await (await testApp.user()).get(`/api/webhooks/${id}/deliveries?q=upload`)).status).toBe(404);
});
