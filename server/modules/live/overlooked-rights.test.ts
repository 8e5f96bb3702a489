import { expect, onTestFinished } from 'vitest';
import { createApp } from '#server/app/app.ts';
import { testWith } from '#server/testing/test-app.ts';
import { holdRights } from './testing/hold-rights.ts';
import { openLiveStream } from './testing/live-stream.ts';

const test = testWith({ revocationCheckIntervalMs: 3_600_000 });

test('a committed change of rights is announced although another change had the rights read before its announcement', async ({
  testApp,
}) => {
  const { services } = testApp.server;
  const rights = holdRights(services.listenForAnnouncements);
  const opened = {
    ...services,
    isOnlyProcess: false,
    close: async () => {},
    listenForAnnouncements: rights.listen,
  };
  const node = await createApp(opened, { webDirectory: testApp.dataDir });
  onTestFinished(() => node.stop());
  const owner = await testApp.user();
  const [reader, bystander] = [await testApp.user(), await testApp.user()];
  const [shared, withdrawn] = [await owner.folder('Shared'), await owner.folder('Withdrawn')];
  for (const each of [reader, bystander]) await testApp.share(shared.id, each);
  await testApp.share(withdrawn.id, reader);
  const url = await node.http.listen({ port: 0, host: '127.0.0.1' });
  const [stream, other] = [
    await openLiveStream(url, reader.cookie),
    await openLiveStream(url, bystander.cookie),
  ];
  onTestFinished(stream.close);
  onTestFinished(other.close);
  const rename = () => owner.patch(`/api/folders/${shared.id}`, { name: `Shared ${Math.random()}` });
  const hasHeard = () => stream.heard().includes(`folder ${shared.id}`);
  // The first listener of a process hears once more when it is connected to the database.
  await rename();
  await expect.poll(hasHeard).toBe(true);
  for (const each of [stream, other]) each.forget();

  rights.hold();
  await testApp.unshare(withdrawn.id, reader);
  await rename();
  // What the reader sees is read again because of the renamed folder, and shows the withdrawal already.
  await expect.poll(() => rights.isAwaited() || hasHeard()).toBe(true);
  rights.release();
  await expect.poll(stream.heard).toContain('access');
  expect(stream.heard()).toContain(`folder ${shared.id}`);
  await expect.poll(other.heard).toContain(`folder ${shared.id}`);
  expect(other.heard()).not.toContain('access');
});
