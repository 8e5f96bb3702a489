import { expect, onTestFinished } from 'vitest';
import { testWith } from '#server/testing/test-app.ts';
import { openLiveStream } from './testing/live-stream.ts';

const test = testWith({ revocationCheckIntervalMs: 50 });

test('owners hear with whom their folder is shared, and collaborators do not', async ({ testApp }) => {
  const url = await testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
  const [owner, collaborator, other] = [await testApp.user(), await testApp.user(), await testApp.user()];
  const folder = await owner.folder('Shared');
  await testApp.share(folder.id, collaborator);
  const [managing, editing] = [
    await openLiveStream(url, owner.cookie),
    await openLiveStream(url, collaborator.cookie),
  ];
  for (const { close } of [managing, editing]) onTestFinished(close);
  await testApp.share(folder.id, other);
  await owner.delete(`/api/folders/${folder.id}/collaborators/${other.id}`);
  await expect.poll(managing.heard).toContain(`shares ${folder.id}`);
  // What came before this was heard too.
  await owner.patch(`/api/folders/${folder.id}`, { name: 'Renamed' });
  await expect.poll(editing.heard).toContain(`folder ${folder.id}`);
  expect(editing.heard()).not.toContain(`shares ${folder.id}`);
});
