import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { withReadOnlyInstallation, withWritableInstallation } from '../command-line/open-installation.ts';
import { checkIntegrity } from '../fsck/check-integrity.ts';
import { rotateKeys } from '../keys/rotate-keys.ts';
import { ROTATION_OPTIONS, unexpected } from '../keys/testing/rotation-options.ts';
import { assertRootKeysOf, createHeader } from './create-header.ts';
import { openBackupObjects } from './folder/backup-folder.ts';
import { openCopiedObjects } from './folder/copy-new-objects.ts';

const rotate = ({ server }: TestApp) =>
  withWritableInstallation(server.services.config, (installation) =>
    rotateKeys(installation, ROTATION_OPTIONS),
  );

test('the objects of a backup are intact when the keys were rotated since it began', async ({ testApp }) => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-rotated-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const owner = await testApp.user();
  await owner.file({ content: 'The heron agreement.' });
  await withReadOnlyInstallation(testApp.server.services.config, async (installation) => {
    await rotate(testApp);
    const store = openBackupObjects(folder);
    await store.sweep();
    const copied = await openCopiedObjects(installation, store, () => {});
    await copied.copyNew(installation.db);
    expect(copied.copied().objects).toBeGreaterThan(0);
    await copied.close();
  });
});

test('a check of the integrity finds nothing when the keys were rotated since it began', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  await owner.file({ content: 'The heron agreement.' });
  await withReadOnlyInstallation(testApp.server.services.config, async (installation) => {
    await rotate(testApp);
    const { signal } = new AbortController();
    const options = { now: installation.now(), onProblem: unexpected, onProgress() {}, signal };
    expect(await checkIntegrity(installation, options)).toMatchObject({ problems: 0 });
  });
});

test('a complete backup is refused when the keys were rotated since it began', async ({ testApp }) => {
  await withReadOnlyInstallation(testApp.server.services.config, async (installation) => {
    const header = await createHeader(installation, 'absent', []);
    await assertRootKeysOf(installation, header);
    await rotate(testApp);
    const refused = expect(assertRootKeysOf({ ...installation, now: () => Number.MAX_SAFE_INTEGER }, header));
    await refused.rejects.toThrow('The root keys were rotated during the backup.');
    await assertRootKeysOf(installation, await createHeader(installation, 'absent', []));
  });
});
