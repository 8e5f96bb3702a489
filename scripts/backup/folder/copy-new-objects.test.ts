import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import { withReadOnlyInstallation } from '../../command-line/open-installation.ts';
import { openBackupObjects } from './backup-folder.ts';
import { openCopiedObjects } from './copy-new-objects.ts';

test('a copy that was not read back to its end is copied again', async ({ testApp }) => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-copies-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const owner = await testApp.user();
  await owner.file({ content: 'The heron agreement.' });
  const store = openBackupObjects(folder);
  const keys = async () => (await Array.fromAsync(store.keys())).length;
  await withReadOnlyInstallation(testApp.server.services.config, async (installation) => {
    const copyAll = async (objects: Pick<typeof installation, 'objects' | 'keyRing'>) => {
      await store.sweep();
      const copied = await openCopiedObjects(objects, store, () => {});
      try {
        await copied.copyNew(installation.db);
        return copied.copied().objects;
      } finally {
        await copied.close();
      }
    };
    // The process ends between the copy and the end of its verification.
    const keyRing = {
      ...installation.keyRing,
      derive() {
        throw new Error('killed');
      },
    };
    await expect(copyAll({ objects: installation.objects, keyRing })).rejects.toThrow('killed');
    expect(await keys()).toBe(0);
    const copied = await copyAll(installation);
    expect(copied).toBeGreaterThan(0);
    expect(await keys()).toBe(copied);
    expect(await copyAll(installation)).toBe(0);
  });
});
