import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';
import { openReceiver } from './testing/open-receiver.ts';

test('a webhook to a private address is refused, and one whose name leads there later sends nothing', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const receiver = await openReceiver();
  const body = { events: ['file.upload'], folderId: folder.id };
  const create = async (url: string) => {
    const answer = await owner.post('/api/webhooks', { ...body, url });
    return [answer.status, answer.body.error];
  };
  const refused = [400, 'The address is not public.'];
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '169.254.169.254',
    '[::ffff:10.0.0.1]',
    '2130706433',
  ])
    expect([host, ...(await create(`http://${host}:${receiver.port}/`))]).toEqual([host, ...refused]);
  for (const url of ['ftp://93.184.215.14/', 'http://user:word@93.184.215.14/', 'javascript:1', ''])
    expect((await create(url))[0]).toBe(400);
  const created = await owner.post('/api/webhooks', { ...body, url: 'http://93.184.215.14/hook' });
  expect(created.status).toBe(201);
  const { db } = testApp.server.services;
  const url = `http://localhost:${receiver.port}/`;
  await db.updateTable('webhooks').set({ url }).where('id', '=', created.body.id).execute();
  await owner.file({ folderId: folder.id });
  await testApp.finishJobs();
  const [delivery] = (await owner.get(`/api/webhooks/${created.body.id}/deliveries`)).body;
  expect(delivery).toMatchObject({ state: 'waiting', lastStatus: 'The address is not public.' });
  expect(receiver.received).toEqual([]);
  expect((await owner.patch(`/api/webhooks/${created.body.id}`, { url })).status).toBe(400);
  await owner.delete(`/api/webhooks/${created.body.id}`);
  await receiver.close();
});
